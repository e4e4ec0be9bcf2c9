"""The deltas of deltas.txt, read by the client in Python."""
import os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "client", "python"))
sys.dont_write_bytecode = True
import wardroom


def read(text):
    return b"" if text == "-" else bytes.fromhex(text)


def made(base, delta):
    try:
        return wardroom.patched(base, delta)
    except wardroom.Unfit:
        return None


with open(os.path.join(HERE, "deltas.txt"), encoding="utf-8") as lines:
    for line in lines.read().splitlines()[1:]:
        base, delta, wanted = line.split()
        if made(read(base), read(delta)) != (None if wanted == "unfit" else read(wanted)):
            sys.exit("read otherwise: " + line)

told = wardroom.Told()
told.take({"full": True, "sections": [{"number": 2, "body": b"ab"}]})
update = {"sections": [{"number": 2, "delta": bytes.fromhex("0300020001" + "63")}], "menu_delta": {"delta": b"\x02\x02\x08\x05"}}
told.take(update)
assert update["sections"][0]["body"] == b"abc" and update["menu"] == {"serial": 5}, update
for lost in ({"menu_delta": {"back": 2, "delta": b"\x00"}}, {"sections": [{"number": 2, "body": b"x"}]}):
    try:
        told.take(lost)
        sys.exit("after what did not fit only a full update helps")
    except wardroom.Unfit:
        pass
told.take({"full": True})
