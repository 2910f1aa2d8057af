# usage: check_preferences.sh WORKSPACE --rules P1[,P2] --target out/NAME
. "$(dirname "$0")/lib.sh"
rules=$3
find_out "${5#out/}"
case ",$rules," in *,P1,*)
    case "${f##*/}" in
    2026-03-02_*) ;;
    *) fail "[P1] the name '${f##*/}' does not begin with 2026-03-02_" ;;
    esac ;;
esac
case ",$rules," in *,P2,*)
    tail -n 1 "$f" | grep -q '^Sources: [a-z]' || fail "[P2] the last line of '${f##*/}' does not begin with 'Sources: '" ;;
esac
finish
