"""Writes what the task.py of ClawMark's public dataset say, for this program to ship.

    python3 ingest/clawmark/facts.py ingest/clawmark/facts.json FOLDER...    # of a checkout of the dataset

A task.py is parsed and never run or imported. Its facts are added to those in the file, by its
digest. The dataset's licence does not let its texts be copied: a text is written as places in the
task.py, from which it is read again when a tree of tasks is read.
"""
import ast
import collections
import functools
import hashlib
import io
import json
import pathlib
import re
import sys
import tokenize

from facts_values import GAP, Scope, Unknown, gaps, known, leaves, names_of, number, parts, unknown, written


def flat(v):
    """The texts of a field without the shape that the service gives it."""
    return [written(v)] if isinstance(v, (str, int, float)) else [t for p in parts(v) for t in flat(p)]


def field(v):
    """The text of a field, and whether all of it is written down."""
    return ", ".join(filter(None, flat(v))), known(v) and not gaps(v)


def slim(d): return {k: v for k, v in d.items() if v not in ("", [], False, None)}


class World:
    """What the stages before have written to databases and sheets, so that a change can say what was there."""
    def __init__(self): self.rows, self.cells, self.sheets, self.bases = {}, {}, [], []

    def apply(self, c, args, asked):
        def first(kind): return next((v for _, v in args if isinstance(v, kind)), None)
        kind, text, table = (c["service"], c["method"]), first(str) or "", first(dict)
        if kind in (("notion", "create_database"), ("google_sheets", "create_spreadsheet")):
            c["object"] = text
            (self.bases if c["service"] == "notion" else self.sheets).append(text)
        elif kind == ("notion", "add_database_row"):
            c["object"] = text
            if table is not None:
                self.rows.setdefault(text, []).append({k: field(v)[0] for k, v in table.items() if field(v)[1]})
        elif kind == ("notion", "update_db_row") and table is not None:
            asked = asked + [t for _, v in args for t in names_of(v)]
            c["object"] = self.named(self.bases, asked)
            rows = self.rows.get(c["object"], [])
            hits = [sum(v != "" and v in asked for v in r.values()) for r in rows]
            row = rows[0] if len(rows) == 1 else rows[hits.index(max(hits))] if rows and max(hits) and hits.count(max(hits)) == 1 else None
            for k, v in table.items():
                (t, whole), old = field(v), row.get(k) if row is not None else None
                if whole and old == t: continue
                c["fields"].append({"name": k, "new": t, **({"old": old} if old is not None else {})})
                for r in rows if row is None else [row]:
                    r.pop(k, None)
                    if whole and row is not None: r[k] = t
        elif c["service"] == "google_sheets": self.cell(c, args, first(list))
        elif c["service"] == "calendar": c["object"] = text

    def named(self, known_names, asked):
        return ([n for n in known_names if n in asked] or (known_names if len(set(known_names)) == 1 else [""]))[-1]

    def cell(self, c, args, rows):
        c["object"] = self.named(self.sheets, [t for _, v in args for t in names_of(v)])
        place = re.compile(r"(?:'?([^'!]*)'?!)?([A-Z]{1,2})(\d{1,4})?(?::([A-Z]{1,2})(\d{1,4})?)?", re.A)
        m = next((m for _, v in args if isinstance(v, str) and (m := place.fullmatch(v))), None)
        if c["method"] != "update_values" or rows is None or not m or not m[3] or not c["object"]:
            self.cells.pop(c["object"], None)  # rows that are appended, cleared: no cell is certain
            return
        cells, left = self.cells.setdefault(c["object"], {}), functools.reduce(lambda n, r: n * 26 + ord(r) - 64, m[2], 0)
        for i, row in enumerate(rows):
            for j, v in enumerate(row if isinstance(row, list) else []):
                col, name, (t, whole) = left + j, "", field(v)
                while col > 0: col, name = (col - 1) // 26, chr(65 + (col - 1) % 26) + name
                key = (m[1], name + str(int(m[3]) + i))
                old = cells.pop(key, None)
                if whole: cells[key] = t
                if not whole or old != t:
                    c["fields"].append({"name": key[1], "new": t, **({"old": old} if old is not None else {})})


WORDS = {"email": r"e-?mail|\bmail|inbox|邮件|邮箱", "notion": r"notion|\bCRM\b", "google_sheets": r"sheets?\b|表格",
         "calendar": r"calendar|日历|日程", "fs": r"\bfiles?\b|attach|upload|input/|文件|附件"}
NAMES = (re.compile(r"(?<![\w@.-])[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{1,4}(?![\w@])"),
         re.compile(r"(?<![\w-])(?=[\w-]*[0-9])[A-Z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+(?![\w-])"))
DATE = re.compile(r"[0-9]{4}-[0-9][0-9]-[0-9][0-9]")


def values(args):
    """The dates, numbers of four digits or with a point, and names of several parts in what a change writes."""
    for t in [t for k, v in args if k not in ("from_user", "to") for t in leaves(v)]:
        yield from DATE.findall(t)
        numbers = [n.replace(",", "") for n in re.findall(r"[0-9][0-9,]*(?:\.[0-9]+)?", DATE.sub(" ", t))]
        yield from (n for n in numbers if "." in n or len(n) >= 4)
        yield from (n.lower() for n in re.findall(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+", t) if len(n) >= 6)


class Module:
    def __init__(self, src):
        tree = ast.parse(src)
        self.funcs = {d.name: d for d in tree.body if isinstance(d, (ast.FunctionDef, ast.AsyncFunctionDef))}
        top = Scope(self)
        self.names = top.vars
        top.block([n for n in tree.body if isinstance(n, (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For))])
        self.comments = [(t.start[0], t.string.lstrip("#!: \t").strip(), not t.line[:t.start[1]].strip())
                         for t in tokenize.generate_tokens(io.StringIO(src).readline) if t.type == tokenize.COMMENT]

    def above(self, line, start):
        """The nearest block of comments above a line of a function."""
        found = [c for c in self.comments if start <= c[0] < line]
        block = found[-1:]
        while block and block[0][2] and len(block) < len(found) and found[-len(block) - 1][2] and \
                found[-len(block) - 1][0] == block[0][0] - 1: block = found[-len(block) - 1:]
        return " ".join(c[1] for c in block if c[1])

    def stage(self, name, world, first):
        f, out, run = self.funcs[name], [], {"conditional": 0, "repeated": 0, "asked": [], "line": 0}

        def event(n, service, method, args):
            service = service.partition(".")[2]
            if not service or service.split(".")[0] in ("task_dir", "workspace", "log", "logger") or \
                    re.match(r"(get|query|list|find|search|read)(_|$)", method): return
            apart = [isinstance(v, Unknown) and (k.endswith("id") if k else i == 0 or i == 1 and method.endswith("_event"))
                     for i, (k, v) in enumerate(args)]
            line = run["line"] or n.lineno
            c = {"service": service, "method": method, "line": line, "object": "", "comment": self.above(line, f.lineno), "fields": [],
                 "conditional": run["conditional"] > 0, "repeated": run["repeated"] > 0, "args": args, "asked": list(run["asked"]),
                 "static": all(known(v) or a for (_, v), a in zip(args, apart)) and not any(gaps(v) for _, v in args)}
            word = re.search(r"\b(silent|loud)(ly)?\b", c["comment"], re.I | re.A)
            c["label"] = word[1].lower() if word else ""
            if c["label"] == "loud" and re.search(r"\bnot mention", c["comment"], re.I | re.A): c["label"] = ""
            out.append(c)
        run["event"] = event
        scope = Scope(self, run)
        for i, p in enumerate(f.args.args): scope.vars[p.arg] = Unknown("ctx", world=True) if i == 0 else unknown(p)
        told = scope.block(f.body).value
        told = told if isinstance(told, dict) else {}
        for c in out:
            world.apply(c, c["args"], c.pop("asked"))
            if first: c["fields"] = []
        time, note = told.get("time"), told.get("notification")
        return {"id": name, "time": time if isinstance(time, str) and GAP not in time else "",
                "notification": note if isinstance(note, str) else "", "changes": out}

    def services(self, f, seen):
        if f in seen: return
        seen.append(f)
        for n in ast.walk(f):
            if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == "ctx" and n.attr != "task_dir": yield n.attr
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in self.funcs:
                yield from self.services(self.funcs[n.func.id], seen)

    def checks(self, stages):
        """The rubric, each check with the text in which a change's values are sought."""
        entries = [(at, e) for at, es in (self.names.get("RUBRIC") or {}).items() for e in es if isinstance(e, dict) and e.get("id")]
        num = [int(m[1]) if (m := re.match(r"s([0-9]{1,3})_", e["id"], re.I)) else -1 for _, e in entries]
        early = any(at[:5] == "stage" and at[5:].isdigit() and n > int(at[5:]) for n, (at, _) in zip(num, entries))
        base = 1 if early and 0 not in num else 0
        for n, (at, e) in zip(num, entries):
            f, about = self.funcs.get(getattr(e.get("checker"), "text", "")), "stage%d" % (n - base)
            doc = (f and ast.get_docstring(f) or "").strip()
            skip = [f.body[0].value] if f and ast.get_docstring(f) else []
            said = {str(k.value) for k in ast.walk(f) if isinstance(k, ast.Constant) and (number(k.value) or isinstance(k.value, str))
                    and k not in skip and len(str(k.value)) >= 3} if f else set()
            text = re.sub(r"\d+(?:,\d+)+", lambda m: m[0].replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", m[0]) else m[0],
                          " ".join(sorted(said)).lower() + " " + doc.lower(), flags=re.A)
            yield {"id": e["id"], "day": at, "about": about if n >= base and about in stages and about != at else "",
                   "weight": e.get("weight") if number(e.get("weight")) and 0 < e["weight"] < 1e9 else 0,
                   "red_line": bool(re.search("red_?line", e["id"], re.I)), "description": doc,
                   "services": sorted(set(self.services(f, []))) if f else []}, text

    def facts(self):
        world, meta = World(), self.names.get("METADATA")
        ids = sorted((int(f[5:]) for f in self.funcs if re.fullmatch(r"stage(0|[1-9]\d*)", f)))
        stages = [self.stage("stage%d" % n, world, n == ids[0]) for n in ids]
        checks, had = list(self.checks({s["id"] for s in stages})), {"names": set(), "values": set()}
        for i, st in enumerate(stages):
            own = {k: set() for k in had}
            st["silent"], st["loud"] = (sum(c["label"] == k for c in st["changes"]) for k in ("silent", "loud"))
            for c in st["changes"]:
                args = c.pop("args")
                named = [n for _, v in args for t in leaves(v) for r in NAMES for n in r.findall(t)]
                found = list(dict.fromkeys(values(args)))
                own["names"].update(named), own["values"].update(found)
                new = [v for v in found if v not in had["values"]]
                around, words = r"(?<![A-Za-z0-9_-])%s(?![A-Za-z0-9_-])", WORDS.get(c["service"])
                c["told"] = "named" if any(n not in had["names"] and re.search(around % re.escape(n), st["notification"]) for n in named) \
                    else "service" if words and re.search(words, st["notification"], re.I | re.A) else "no"
                links = [(k["id"], v) for k, text in checks for v in [next((v for v in new if re.search(
                    r"(?<![0-9])(?<![0-9]\.)%s(?![0-9])" % re.escape(v), text)), None)] if v]
                c.update(checks=[k for k, _ in links], linked_by=[v for _, v in links],
                         payload=[v for k, v in args if not k] + [{k: v for k, v in args if k}] * any(k for k, _ in args))
            for k in had: had[k] |= own[k]
            st["changes"] = [] if i == 0 else [slim(c) for c in st["changes"]]
        meta, prompt = meta if isinstance(meta, dict) else {}, self.names.get("PROMPT")
        def word(k): return meta.get(k) if isinstance(meta.get(k), str) else ""
        tags = meta.get("environments") if isinstance(meta.get("environments"), list) else []
        return slim({"id": word("id"), "role": word("role"), "difficulty": word("difficulty"), "tags": [t for t in tags if isinstance(t, str)],
                "prompt": prompt if isinstance(prompt, str) else "", "stages": [slim(s) for s in stages], "checks": [slim(k) for k, _ in checks]})


class Places:
    """Writes facts as JSON with texts as [place, bytes] of a task.py: what is between the places is not its text."""
    def __init__(self, src):
        self.src, self.at, n = src, collections.defaultdict(list), 0
        self.bytes = [0] + [n := n + len(c.encode()) for c in src]
        for i in range(len(src) - 7): self.at[src[i:i + 8]].append(i)

    def text(self, s):
        out, i = [], 0
        while i < len(s):
            best, size = 0, 0
            for p in self.at.get(s[i:i + 8], [])[:200]:
                k = 8
                while i + k < len(s) and p + k < len(self.src) and s[i + k] == self.src[p + k]: k += 1
                if k > size: best, size = p, k
            out += [[self.bytes[best], self.bytes[best + size] - self.bytes[best]]] if size else [json.dumps(s[i], ensure_ascii=False)[1:-1]]
            i += size or 1
        return ['"', *out, '"']

    def write(self, v):
        if isinstance(v, Unknown): v = v.text
        if isinstance(v, str): return self.text(v.replace(GAP, "…"))
        if not isinstance(v, (list, dict)): return [json.dumps(v)]
        items = [self.write(w) if isinstance(v, list) else [*self.text(k), ":", *self.write(w)] for k, w in
                 (v.items() if isinstance(v, dict) else enumerate(v))]
        return ["[{"[isinstance(v, dict)], *[x for i, w in enumerate(items) for x in [","] * (i > 0) + w], "]}"[isinstance(v, dict)]]

    def all(self, v):
        out = []
        for x in self.write(v):
            if isinstance(x, str) and out and isinstance(out[-1], str): out[-1] += x
            else: out.append(x)
        return out


def main(out, *folders):
    out = pathlib.Path(out)
    have = json.loads(out.read_text()) if out.exists() else {}
    for f in sorted(f for folder in folders for f in pathlib.Path(folder).rglob("task.py")):
        raw = f.read_bytes()
        have[hashlib.sha256(raw).hexdigest()] = Places(raw.decode()).all(Module(raw.decode()).facts())
    rows = ['"%s":%s' % (k, json.dumps(v, ensure_ascii=False, separators=(",", ":"))) for k, v in sorted(have.items())]
    out.write_text("{" + ",\n".join(rows) + "}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
