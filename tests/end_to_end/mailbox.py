"""A mail server that puts what it takes into a folder: mailbox.py FOLDER PORT.

While FOLDER/trouble names one, it makes it once: greylist, drop (at the dot), stall (at the dot).
"""
import asyncio
import os
import sys

from aiosmtpd.controller import Controller

folder = sys.argv[1]


def trouble(kinds):
    path = os.path.join(folder, "trouble")
    if not os.path.exists(path):
        return ""
    with open(path) as file:
        kind = file.read().strip()
    if kind not in kinds:
        return ""
    os.remove(path)
    return kind


class Mailbox:
    count = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if trouble(["greylist"]):
            return "451 4.7.1 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        kind = trouble(["drop", "stall"])
        if kind == "drop":
            server.transport.close()
            return "250 never heard"
        if kind == "stall":
            await asyncio.sleep(600)
        self.count += 1
        name = os.path.join(folder, "%06d.%s" % (self.count, envelope.rcpt_tos[0]))
        with open(name + ".part", "wb") as file:
            file.write(envelope.original_content)
        os.rename(name + ".part", name + ".eml")
        return "250 OK"


controller = Controller(Mailbox(), hostname="127.0.0.1", port=int(sys.argv[2]))
controller.start()
print("mailbox listening on", sys.argv[2], flush=True)
asyncio.new_event_loop().run_forever()
