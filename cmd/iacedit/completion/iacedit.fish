# Completion for fish: iacedit completion fish | source
function __iacedit_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l command $words[1]
    set -e words[1]
    for line in ($command __complete fish $words "$current" 2>/dev/null)
        switch $line
            case :files
                set -l flag (string match -r -- '^--[^=]*=' "$current")
                for path in (__fish_complete_path (string replace -- "$flag" '' "$current"))
                    echo "$flag$path"
                end
            case :nospace
            case '*'
                echo $line
        end
    end
end
complete -c iacedit -e
complete -c iacedit -f -a '(__iacedit_complete)'
