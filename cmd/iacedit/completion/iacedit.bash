# Completion for bash: source <(iacedit completion bash)
_iacedit() {
    local current=${COMP_WORDS[COMP_CWORD]} line value files=
    COMPREPLY=()
    compopt +o nospace 2>/dev/null
    while IFS= read -r line; do
        case $line in
        :files) files=1 ;;
        :nospace) compopt -o nospace 2>/dev/null ;;
        *)
            value=${line%%$'\t'*}
            case $current in
            [\"\']*) COMPREPLY+=("$value") ;; # quoted already
            *) printf -v value %q "$value" && COMPREPLY+=("$value") ;;
            esac
            ;;
        esac
    done < <("${COMP_WORDS[0]}" __complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [[ $files && $current != = ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen -f -- "${current#[\"\']}")
    elif [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen -f)
    fi
}
complete -F _iacedit iacedit
