"""Is this GPU worth owning? python3 verdict.py TRACE SCENARIO"""
import sys
import breakeven

audit = breakeven.audit(sys.argv[1], sys.argv[2])
for name, share, line, verdict in zip(audit["name"], audit["effective_ratio"], audit["line"], audit["verdict"]):
    if verdict:
        print(f"{name or 'The GPU'} computed {share:.1%} of the time observed: {verdict} its line of {line:.2%}.")
