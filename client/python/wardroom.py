#!/usr/bin/env python3
"""A client of Wardroom in plain Python: no packages, nothing but the schemas in proto/. See proto/README.md.

Connection speaks the protocol; play() takes a seat to the end of a match. Run as a program it lets two players of
its own play one match on a server, each choosing at random what is offered:

    client/python/wardroom.py --url ws://127.0.0.1:8017/ws --title TITLE --scenario SCENARIO
"""
import argparse, base64, hashlib, json, os, random, re, socket, ssl, struct, sys, urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
PROTO = os.path.join(HERE, "..", "..", "proto", "wardroom", "v1")


# ---- schemas: messages and enums as the .proto files have them ----

def read_schemas(folder=PROTO):
    """Field tables by message name, nested ones as Outer.Inner: {number: (name, type, repeated)}; and enums."""
    messages, enums = {}, {}
    for file in sorted(os.listdir(folder)):
        text = re.sub(r"//[^\n]*", "", open(os.path.join(folder, file), encoding="utf-8").read())
        if "package wardroom.v1;" not in text:
            continue  # what is stored is not spoken
        open_blocks = []
        tokens = re.compile(r"\b(message|enum|oneof)\s+(\w+)\s*\{|\}|"
                            r"(repeated\s+|optional\s+)?([\w.]+)\s+(\w+)\s*=\s*(\d+)\s*;|(\w+)\s*=\s*(\d+)\s*;")
        for found in tokens.finditer(text):
            kind, name, label, type_, field, number, value, value_number = found.groups()
            if kind:
                open_blocks.append((kind, name))
                path = ".".join(each for what, each in open_blocks if what != "oneof")
                (enums if kind == "enum" else messages).setdefault(path, {})
            elif found.group() == "}":
                open_blocks.pop()
            elif open_blocks:
                path = ".".join(each for what, each in open_blocks if what != "oneof")
                if field and type_ not in ("reserved", "syntax", "package"):
                    messages[path][int(number)] = (field, type_, (label or "").strip() == "repeated")
                elif value and open_blocks[-1][0] == "enum":
                    enums[path][value] = int(value_number)
    return messages, enums


MESSAGES, ENUMS = read_schemas()


def type_within(type_, path):
    """A name is looked for from the inside to the outside."""
    parts = path.split(".")
    for size in range(len(parts), -1, -1):
        name = ".".join(parts[:size] + [type_])
        if name in MESSAGES or name in ENUMS:
            return name
    return type_


# ---- Protocol Buffers: messages are dicts ----

def varint(number):
    out = bytearray()
    number &= (1 << 64) - 1
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def read_varint(data, at):
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return number, at


def encode_one(type_, value, path):
    if type_ in ("string", "bytes"):
        return 2, value.encode() if isinstance(value, str) else value
    if type_ in ("sint32", "sint64"):
        return 0, varint(value * 2 if value >= 0 else -value * 2 - 1)
    name = type_within(type_, path)
    if name in MESSAGES:
        return 2, encode(name, value)
    return 0, varint(ENUMS[name][value] if isinstance(value, str) else int(value))


def encode(path, message):
    out = b""
    by_name = {field: (number, type_, repeated) for number, (field, type_, repeated) in MESSAGES[path].items()}
    for field, value in message.items():
        number, type_, repeated = by_name[field]
        for each in value if repeated else [value]:
            wire, data = encode_one(type_, each, path)
            out += varint(number << 3 | wire) + (varint(len(data)) if wire == 2 else b"") + data
    return out


def decode(path, data):
    message, at = {}, 0
    while at < len(data):
        key, at = read_varint(data, at)
        value, at = read_varint(data, at)  # doubles and fixed numbers do not occur
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        if key >> 3 not in MESSAGES[path]:
            continue  # of a newer server
        field, type_, repeated = MESSAGES[path][key >> 3]
        for each in unpacked(type_, value, path):
            if repeated:
                message.setdefault(field, []).append(each)
            else:
                message[field] = each
    return message


def unpacked(type_, value, path):
    name = type_within(type_, path)
    if isinstance(value, bytes):
        if type_ == "string":
            return [value.decode()]
        if type_ == "bytes":
            return [value]
        if name in MESSAGES:
            return [decode(name, value)]
        numbers, at = [], 0  # a list of numbers in one field
        while at < len(value):
            number, at = read_varint(value, at)
            numbers += unpacked(type_, number, path)
        return numbers
    if type_ in ("sint32", "sint64"):
        return [value >> 1 ^ -(value & 1)]
    return [bool(value) if type_ == "bool" else value]


# ---- WebSocket (RFC 6455), as far as a client needs it ----

class WebSocket:
    def __init__(self, url):
        to = urllib.parse.urlsplit(url)
        secure = to.scheme in ("wss", "https")
        self.socket = socket.create_connection((to.hostname, to.port or (443 if secure else 80)))
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=to.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {to.path or '/ws'} HTTP/1.1\r\nHost: {to.netloc}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.more()
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace").splitlines()[0])

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server has hung up")
        self.data += data

    def take(self, count):
        while len(self.data) < count:
            self.more()
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def send(self, data, opcode=2):
        mask, size = os.urandom(4), len(data)
        head = bytes([128 | opcode, 128 | (size if size < 126 else 126 if size < 65536 else 127)])
        head += b"" if size < 126 else struct.pack(">H" if size < 65536 else ">Q", size)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i & 3] for i, byte in enumerate(data)))

    def receive(self):
        whole = b""
        while True:
            first, size = self.take(2)
            size &= 127
            if size > 125:
                size = struct.unpack(*((">H", self.take(2)) if size == 126 else (">Q", self.take(8))))[0]
            data = self.take(size)
            if first & 15 == 9:
                self.send(data, 10)
            elif first & 15 == 8:
                raise ConnectionError("the server has closed the connection")
            elif first & 15 < 3:
                whole += data
                if first & 128:
                    return whole


# ---- deltas: bytes, told by what differs from bytes that are here ----

class Unfit(Exception):
    """It does not fit what was told before: the match must be attached to again."""


MOST = 64 << 20  # bytes of a server's frame


def patched(base, delta):
    try:
        size, at = read_varint(delta, 0)
        if size > MOST:
            raise Unfit
        made, led = bytearray(base), 0  # led: where the last copy ended
        while at < len(delta):
            added, at = read_varint(delta, at)
            made += delta[at:at + added]
            at += added
            if at >= len(delta):
                break
            length, at = read_varint(delta, at)
            off, at = read_varint(delta, at)
            start = led + added + (off >> 1 ^ -(off & 1))
            if not 0 <= start < len(made) or len(made) + length > len(base) + size:
                raise Unfit
            for each in range(start, start + length):
                made.append(made[each])
            led = start + length
    except IndexError:
        raise Unfit from None
    if at > len(delta) or len(made) != len(base) + size:
        raise Unfit
    return bytes(made[len(base):])


class Told:
    """What one has been told of a match: the bodies of its sections, which together are the view, and the last menus."""

    def __init__(self):
        self.sections, self.menus, self.lost = {}, [], False

    def take(self, update):
        """Makes it whole, by what was told before."""
        if update.get("full"):
            self.__init__()
        if self.lost:
            raise Unfit
        self.lost = True  # until all of it has been taken
        for section in update.get("sections", []):
            number = section.get("number", 0)
            if "delta" in section:
                section["body"] = patched(self.sections.get(number, b""), section.pop("delta"))
            self.sections[number] = section.get("body", b"")
        if "menu_delta" in update:
            told = update.pop("menu_delta")
            back = told.get("back", 0)
            if back > len(self.menus):
                raise Unfit
            menu = patched(self.menus[back - 1] if back else b"", told.get("delta", b""))
            self.menus = [menu] + self.menus[:3]
            update["menu"] = decode("Menu", menu)
        self.lost = False


# ---- the protocol ----

class Refused(Exception):
    pass


class Connection:
    """Asks one thing after another. What comes unasked waits in `news`."""

    def __init__(self, url, token=""):
        self.web, self.asked, self.news, self.told = WebSocket(url), 0, [], {}
        self.welcome = self.ask("hello", protocol=1, token=token, language="en", client="wardroom.py",
                                capabilities=["CAPABILITY_DELTAS"])

    def ask(self, what, **fields):
        self.asked += 1
        self.web.send(encode("ClientFrame", {"request": self.asked, what: fields}))
        while True:
            frame = self.next_frame()
            if frame.get("request") != self.asked:
                self.news.append(frame)
                continue
            if "refusal" in frame:
                raise Refused(frame["refusal"]["reason"].get("id", "?"))
            return next((body for name, body in frame.items() if name not in ("request", "padding")), {})

    def next_frame(self):
        frame = decode("ServerFrame", self.web.receive())
        answer = frame.get("attached") or frame.get("acted") or {}
        update = answer.get("update") or (None if frame.get("request") else frame.get("update"))
        try:
            if update:
                self.told.setdefault(update["match"], Told()).take(update)
        except Unfit:
            update["unfit"] = True
        if "acted" in frame and update:
            self.news.append({"update": answer.pop("update")})  # what came of the action
        return frame

    def unasked(self):
        return self.news.pop(0) if self.news else self.next_frame()


OVER = ENUMS["MatchState"]["MATCH_STATE_OVER"]


def play(connection, match, choose):
    """To the end of the match: answers each menu by choose(menu). How it ended."""
    update = connection.ask("attach", match=match)["update"]
    menu = update.get("menu")
    while update.get("state") != OVER:
        if menu:
            action = choose(menu)["action"]
            menu = None
            try:
                connection.ask("act", match=match, menu_serial=action_serial(update), actions=[action])
            except Refused:
                pass  # a newer menu is on its way
        frame = connection.unasked()
        newer = frame.get("update", {})
        later = newer.get("full") or newer.get("serial", 0) > update.get("serial", 0)
        if newer.get("match") == match and later:
            update = connection.ask("attach", match=match)["update"] if "unfit" in newer else newer
            menu = update.get("menu")
    return update.get("ending", {})


def action_serial(update):
    return update["menu"]["serial"]


def hashed(nonce):
    """What whoever sits down first promises: BLAKE2b-256 of two parts, each behind its length in eight bytes."""
    whole = b"".join(struct.pack("<Q", len(part)) + part for part in (b"wardroom nonce", nonce))
    return hashlib.blake2b(whole, digest_size=32).digest()


def begin(first, second, title, scenario):
    """A match between two connections, with dice that neither could choose: first's nonce by its hash, second's, first's."""
    nonces = [os.urandom(32), os.urandom(32)]
    match = first.ask("create_match", title=title, scenario=scenario, side="SIDE_CHOICE_FIRST",
                      nonce_hash=hashed(nonces[0]))["id"]
    joined = second.ask("join_match", match=match)
    commitment = joined["seed_commitment"]
    second.ask("give_nonce", match=match, seed_commitment=commitment, nonce=nonces[1], other=hashed(nonces[0]))
    first.ask("give_nonce", match=match, seed_commitment=commitment, nonce=nonces[0], other=nonces[1])
    return match


def program(url, name, password):
    """A new account, marked as a program's, and a connection that its personal token has opened."""
    account = Connection(url)
    account.ask("sign_up", name=name, password=password)
    account.ask("be_program")
    made = account.ask("create_token", name="wardroom.py", scopes=["TOKEN_SCOPE_PLAY"], days=1)
    return Connection(url, made["secret"])


def main():
    options = argparse.ArgumentParser(description="Lets two programs play one match.")
    options.add_argument("--url", default="ws://127.0.0.1:8017/ws")
    options.add_argument("--title", required=True)
    options.add_argument("--scenario", required=True)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    start = os.urandom(4).hex()
    players = [program(asked.url, f"Program {start} {number}", os.urandom(12).hex()) for number in (1, 2)]
    match = begin(*players, asked.title, asked.scenario)
    pid = os.fork()  # each at a line of his own, as two programs would be
    mine = players[0] if pid else players[1]
    luck = random.Random(asked.seed + (1 if pid else 0))
    ending = play(mine, match, lambda menu: luck.choice(menu["items"]))
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
    print(json.dumps({"match": match, "kind": ending.get("kind", 0), "score": ending.get("score_halves", 0)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
