# usage: check_preferences.sh WORKSPACE --rules P1[,P2] --target out/NAME
. "$(dirname "$0")/lib.sh"
rules=$3
find_out "${5#out/}"
case ",$rules," in *,P1,*)
    [ "$(head -n 1 "$f")" = 'Prepared for: Noor Haddad' ] || fail "[P1] the first line of '${f##*/}' is not 'Prepared for: Noor Haddad'" ;;
esac
case ",$rules," in *,P2,*)
    if grep -Eo '[0-9][0-9]:[0-9][0-9]( CET)?' "$f" | grep -qv CET; then
        fail "[P2] a time of day in '${f##*/}' is not followed by CET"
    fi
    grep -q '[0-9][0-9]:[0-9][0-9] CET' "$f" || fail "[P2] no time of day with CET in '${f##*/}'" ;;
esac
finish
