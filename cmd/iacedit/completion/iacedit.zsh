#compdef iacedit
# Completion for zsh: source <(iacedit completion zsh), after compinit; or as _iacedit in a folder of $fpath
_iacedit() {
    local line value current=${(Q)words[CURRENT]}
    local -a found described nospace
    local files=
    found=("${(@f)$("${(Q)words[1]}" __complete zsh "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    for line in "${found[@]}"; do
        case $line in
        ('') ;;
        (:files) files=1 ;;
        (:nospace) nospace=(-S '') ;;
        (*)
            value=${line%%$'\t'*}
            described+=("${value//:/\\:}:${line#*$'\t'}")
            ;;
        esac
    done
    if (( $#described )); then
        _describe -V iacedit described "${nospace[@]}"
    fi
    if [[ -n $files ]]; then
        [[ $current == --*=* ]] && compset -P '*='
        _files
    fi
}
if [[ $funcstack[1] == _iacedit ]]; then
    _iacedit "$@"
else
    compdef _iacedit iacedit
fi
