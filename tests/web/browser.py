"""A headless Chromium driven over a pipe (DevTools protocol): pages are opened, clicked and asked, their requests watched."""
import json
import os
import shutil
import subprocess
import time

CHROMIUM = shutil.which("chromium")


class Browser:
    def __init__(self, folder, width=1280, height=800):
        # The browser reads commands from descriptor 3 and writes answers to 4.
        self.to_read, self.to_write = os.pipe()
        self.from_read, self.from_write = os.pipe()
        command = ('exec 3<&%d 4>&%d; exec "$0" "$@"' % (self.to_read, self.from_write))
        self.process = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={folder}/profile",
             "--no-first-run", "--disable-background-networking", f"--window-size={width},{height}", "about:blank"],
            pass_fds=(self.to_read, self.from_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(self.to_read)
        os.close(self.from_write)
        self.buffer = b""
        self.number = 0
        self.requests = []    # addresses asked for, the page's own file included
        self.complaints = []  # what the console and the policy said
        target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def message(self, timeout):
        limit = time.monotonic() + timeout
        while b"\0" not in self.buffer:
            if time.monotonic() > limit:
                raise TimeoutError("the browser is silent")
            self.buffer += os.read(self.from_read, 1 << 20)
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        method = message.get("method", "")
        if method == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        elif method == "Log.entryAdded":
            self.complaints.append(message["params"]["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(message["params"]["exceptionDetails"].get("exception", {}).get("description")))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(str(message["params"]["args"]))
        return message

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if getattr(self, "session", None) and not method.startswith("Browser."):
            request["sessionId"] = self.session
        os.write(self.to_write, json.dumps(request).encode() + b"\0")
        number = self.number
        while True:
            message = self.message(120)
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def ask(self, expression):
        """What a JavaScript expression is in the page; a promise's value once it has one."""
        out = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in out:
            raise RuntimeError(str(out["exceptionDetails"]))
        return out["result"].get("value")

    def wait_for(self, expression, seconds=120):
        limit = time.monotonic() + seconds
        while not self.ask(expression):
            if time.monotonic() > limit:
                raise TimeoutError(expression)
            time.sleep(0.05)

    def open(self, address):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.wait_for("document.readyState === 'complete' && typeof state !== 'undefined' && state !== null")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError, TimeoutError, ValueError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
