# usage: check_preferences.sh WORKSPACE --rules P1[,P2] --target out/NAME
. "$(dirname "$0")/lib.sh"
rules=$3
find_out "${5#out/}"
case ",$rules," in *,P1,*)
    [ "$(head -n 1 "$f")" = 'ref: PO-2026-017' ] || fail "[P1] the first line of '${f##*/}' is not 'ref: PO-2026-017'" ;;
esac
case ",$rules," in *,P2,*)
    if sed 's/USD [0-9,]*\.[0-9][0-9]//g' "$f" | grep -Eq '[0-9]\.[0-9][0-9]([^0-9]|$)'; then
        fail "[P2] an amount in '${f##*/}' has no currency before it"
    fi
    grep -Eq 'USD [0-9,]+\.[0-9][0-9]' "$f" || fail "[P2] no amount with a currency in '${f##*/}'" ;;
esac
finish
