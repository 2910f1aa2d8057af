"""What is written down in a task.py, as far as that can be known without running it: values of
expressions, and the calls of services that statements come to. For the rest an expression's source stands.
"""
import ast
import collections
import json
import operator
import textwrap

GAP, MOST = "\ue000", 300  # a gap within a text; elements of a loop that are followed one by one
OPS = {"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "FloorDiv": operator.floordiv, "Mod": operator.mod,
       "Eq": operator.eq, "NotEq": operator.ne, "Is": operator.eq, "IsNot": operator.ne, "Lt": operator.lt, "LtE": operator.le,
       "Gt": operator.gt, "GtE": operator.ge, "In": lambda a, b: a in b, "NotIn": lambda a, b: a not in b}
CALLS = {"len": len, "int": int, "list": list, "tuple": list, "dict": dict, "range": range, "enumerate": enumerate, "zip": zip,
         "textwrap.dedent": textwrap.dedent, "json.dumps": json.dumps, "str": str, "Path": str, "PurePosixPath": str}
METHODS = {"items", "keys", "values", "get", "strip", "lower", "upper", "join", "replace", "isoformat"}
Flow = collections.namedtuple("Flow", "how value may", defaults=("", None, frozenset()))  # how: return, break, continue


class Unknown:
    """What is not written down: its source, and the texts that it was asked for by."""
    def __init__(self, text, names=(), world=False): self.text, self.names, self.world = text, list(names)[:50], world


def parts(v): return list(v.values()) if isinstance(v, dict) else v if isinstance(v, list) else []
def known(v): return not isinstance(v, Unknown) and all(map(known, parts(v)))
def number(v): return type(v) in (int, float)
def leaves(v): return [str(v)] if number(v) or isinstance(v, str) else [t for p in parts(v) for t in leaves(p)]
def gaps(v): return "".join(leaves(v)).count(GAP)
def names_of(v): return v.names if isinstance(v, Unknown) else []
def unknown(n, names=()): return Unknown(" ".join(ast.unparse(n).split())[:500], names)
def asked_by(args): return [t for _, v in args for t in names_of(v) or leaves(v)]
def written(v): return v if isinstance(v, str) else repr(v).replace("\\ue000", GAP) if known(v) else GAP
def decided(v): return None if isinstance(v, Unknown) or isinstance(v, str) and GAP in v else bool(v)
def names_in(n): return {x.id for x in ast.walk(n) if isinstance(x, ast.Name)}


def plain(v):
    """A value of Python as lists and tables with texts for keys."""
    if isinstance(v, dict): return {str(k): plain(w) for k, w in v.items()}
    return v if v is None or isinstance(v, (str, int, float, Unknown)) else [plain(w) for w in v]


def moment(args):
    """A date and time as ISO text, with the offset that is stated."""
    given = dict(zip("year month day hour minute second".split(), [v for k, v in args if not k]), **{k: v for k, v in args if k})
    zone = given.pop("tzinfo", "")
    if not all(type(v) is int for v in given.values()) or len(given) < 3: return Unknown("")
    text = "%(year)04d-%(month)02d-%(day)02dT%(hour)02d:%(minute)02d" % {"hour": 0, "minute": 0, **given}
    return text + (":%02d" % given["second"] if given.get("second") else "") + (zone if isinstance(zone, str) else "")


def assigned(body):
    """The names that statements give a value or may change."""
    for x in (x for n in body for x in ast.walk(n)):
        for t in getattr(x, "targets", [getattr(x, "target", None)]):
            yield from names_in(t) if t is not None else ()
        if isinstance(x, ast.Expr) and isinstance(x.value, ast.Call) and isinstance(x.value.func, ast.Attribute):
            yield from [x.value.func.value.id] if isinstance(x.value.func.value, ast.Name) else ()


class Scope:
    """One call of a function of the module, or its top."""
    def __init__(self, m, run=None, depth=0): self.m, self.run, self.depth, self.vars, self.wrote = m, run, depth, {}, set()

    def set(self, name, v):
        self.vars[name] = v
        self.wrote.add(name)

    def block(self, body):
        may = frozenset()
        for n in body:
            f = self.statement(n)
            may |= f.may
            if f.how: return f._replace(may=may)
        return Flow(may=may)

    def statement(self, n):
        if isinstance(n, ast.Expr): self.eval(n.value)
        elif isinstance(n, (ast.Assign, ast.AnnAssign)) and n.value:
            v = self.eval(n.value)
            for t in getattr(n, "targets", None) or [n.target]: self.assign(t, v)
        elif isinstance(n, ast.AugAssign): self.assign(n.target, self.eval(ast.BinOp(n.target, n.op, n.value)))
        elif isinstance(n, ast.Return): return Flow("return", self.eval(n.value) if n.value else None)
        elif isinstance(n, ast.If):
            yes = decided(self.eval(n.test))
            return self.branches(n.test, n.body, n.orelse) if yes is None else self.block(n.body if yes else n.orelse)
        elif isinstance(n, (ast.For, ast.AsyncFor)): return self.loop(n)
        elif isinstance(n, (ast.With, ast.AsyncWith)): return self.block(n.body)
        elif isinstance(n, ast.Try):
            f = self.block(n.body)
            may = f.may.union(*(self.branches(None, h.body).may for h in n.handlers)) if not f.how else f.may
            return f._replace(may=may) if f.how else self.block(n.orelse + n.finalbody)._replace(may=may)
        elif isinstance(n, (ast.Break, ast.Continue, ast.Raise)): return Flow("continue" if isinstance(n, ast.Continue) else "break")
        return Flow()

    def assign(self, t, v):
        if isinstance(t, ast.Name): self.set(t.id, v)
        elif isinstance(t, (ast.Tuple, ast.List)):
            whole = isinstance(v, list) and len(v) == len(t.elts)
            for i, k in enumerate(t.elts): self.assign(k, v[i] if whole else unknown(k, names_of(v)))
        elif isinstance(t, ast.Subscript) and isinstance(t.value, ast.Name):
            old, key = self.eval(t.value), self.eval(t.slice)
            fits = isinstance(old, dict) and isinstance(key, str)
            self.set(t.value.id, {**old, key: v} if fits else unknown(t.value, names_of(old)))

    def aside(self, body, **guard):
        """Follows a body that may not be taken; what it assigns is unknown afterwards."""
        before, outer, held, self.vars, self.wrote = self.vars, self.wrote, self.run and dict(self.run), dict(self.vars), set()
        if self.run: self.run.update({k: self.run[k] + v for k, v in guard.items()})
        f, after, wrote = self.block(body), self.vars, self.wrote
        self.vars, self.wrote = before, outer
        if self.run: self.run.update(held)
        return f, {k: Unknown(k, names_of(after[k]) or [after[k]] * isinstance(after[k], str)) for k in wrote}

    def branches(self, cond, body, other=()):
        f, lost = self.aside(body, conditional=1, asked=self.compared(cond) if cond else [])
        g, more = self.aside(other, conditional=1) if other else (Flow(), {})
        for k, v in {**lost, **more}.items(): self.set(k, v)
        both = "return" if f.how == g.how == "return" else ""
        return Flow(both, f.value if f.how else g.value, f.may | g.may | {f.how, g.how} - {"", "continue"})

    def loop(self, n):
        over = self.eval(n.iter)
        over = list(over) if isinstance(over, dict) else over
        if not isinstance(over, list) or len(over) > MOST:
            self.assign(n.target, unknown(n.target, names_of(over)))
            for k in set(assigned(n.body)):
                if not getattr(self.vars.get(k), "world", False): self.set(k, Unknown(k, names_of(self.vars.get(k))))
            f, lost = self.aside(n.body, repeated=1)
            for k, v in lost.items(): self.set(k, v)
            return Flow(may=f.may | {f.how} | (self.branches(None, n.orelse).may if n.orelse else set()) & {"return"})
        may, before = frozenset(), self.run and self.run["conditional"]
        for item in over:
            self.assign(n.target, item)
            f = self.block(n.body)
            may |= f.may
            if f.how == "return" or f.how == "break": break
            if "break" in f.may and self.run: self.run["conditional"] = before + 1  # the next elements may not come
        if self.run: self.run["conditional"] = before
        return Flow("return", f.value, may) if over and f.how == "return" else Flow(may=may & {"return"})

    def compared(self, n):
        """The texts that something has to equal for a condition to hold."""
        if isinstance(n, ast.BoolOp): return [t for k in n.values for t in self.compared(k)]
        if not isinstance(n, ast.Compare) or not isinstance(n.ops[0], ast.Eq): return []
        kinds = (ast.Constant, ast.JoinedStr, ast.Name, ast.Subscript)
        sides = [self.eval(k) for k in [n.left, *n.comparators] if isinstance(k, kinds)]
        return [v for v in sides if isinstance(v, str) and GAP not in v]

    def eval(self, n):
        """The value of an expression. The calls of services on the way are noted."""
        e, kind = self.eval, type(n).__name__
        if kind == "Constant": return unknown(n) if isinstance(n.value, bytes) else n.value
        if kind == "Await": return e(n.value)
        if kind == "Name":
            v = self.vars.get(n.id, self.m.names.get(n.id, unknown(n)))
            return unknown(n, v.names) if isinstance(v, Unknown) and not v.world else v
        if kind in ("List", "Tuple", "Set"):
            flat = [(k, e(k.value if isinstance(k, ast.Starred) else k)) for k in n.elts]
            return [w for k, v in flat for w in (v if isinstance(k, ast.Starred) and isinstance(v, list) else [v])]
        if kind == "Dict":
            out = {}
            for k, v in [(k and e(k), e(v)) for k, v in zip(n.keys, n.values)]:
                out.update(v if k is None and isinstance(v, dict) else {k.text if isinstance(k, Unknown) else written(k): v})
            return out
        if kind == "JoinedStr": return "".join(written(e(k)) for k in n.values)
        if kind == "FormattedValue":
            v, spec = e(n.value), e(n.format_spec) if n.format_spec else ""
            if n.conversion == 114 and known(v): return repr(v)
            return format(v, spec) if number(v) and GAP not in spec else written(v) if n.conversion < 0 and not spec else GAP
        if kind in ("BinOp", "Compare"):
            a, b = e(n.left), e(n.right if kind == "BinOp" else n.comparators[0])
            op = type(n.op if kind == "BinOp" else n.ops[0]).__name__
            if op == "Add" and (isinstance(a, str) or isinstance(b, str)): return written(a) + written(b)
            if op == "Div" and isinstance(b, str) and isinstance(a, (str, Unknown)):
                return (a if isinstance(a, str) else a.text).removesuffix("/") + "/" + b
            lists = op == "Add" and isinstance(a, list) and isinstance(b, list)
            if not (lists or known(a) and known(b) and not gaps(a) + gaps(b)): return unknown(n, names_of(a) + names_of(b))
            try: return OPS[op](a, b)
            except (KeyError, TypeError, ZeroDivisionError): return unknown(n)
        if kind == "UnaryOp":
            v = e(n.operand)
            if isinstance(n.op, ast.Not) and decided(v) is not None: return not decided(v)
            return -v if isinstance(n.op, ast.USub) and number(v) else unknown(n)
        if kind == "BoolOp":
            v = e(n.values[0])
            for k in n.values[1:]:
                yes = decided(v)
                if yes is None or yes != isinstance(n.op, ast.Or):
                    w = e(k)
                    v = unknown(n) if yes is None else w
            return v
        if kind == "IfExp": return unknown(n) if (yes := decided(e(n.test))) is None else e(n.body if yes else n.orelse)
        if kind == "Subscript":
            v = e(n.value)
            i = slice(*[k and e(k) for k in (n.slice.lower, n.slice.upper)]) if isinstance(n.slice, ast.Slice) else e(n.slice)
            try: return v[str(i)] if isinstance(v, dict) else v[i] if isinstance(v, list) else unknown(n, names_of(v))
            except (KeyError, IndexError, TypeError): return unknown(n, names_of(v))
        if kind == "Attribute":
            v = e(n.value)
            return Unknown(v.text + "." + n.attr, world=True) if getattr(v, "world", False) else unknown(n, names_of(v))
        if kind in ("ListComp", "GeneratorExp", "SetComp"):
            g, inner, out = n.generators[0], Scope(self.m, self.run, self.depth), []
            over, inner.vars = e(g.iter), dict(self.vars)
            if not isinstance(over, list) or len(n.generators) > 1 or len(over) > MOST: return unknown(n, names_of(over))
            for item in over:
                inner.assign(g.target, item)
                if None in (keep := [decided(inner.eval(c)) for c in g.ifs]): return unknown(n)
                out += [inner.eval(n.elt)] if all(keep) else []
            return out
        return self.call(n) if kind == "Call" else unknown(n)

    def call(self, n):
        f, name, object, world = n.func, ast.unparse(n.func), None, False
        if isinstance(f, ast.Attribute): world = getattr(object := self.eval(f.value), "world", False)
        args = []
        for name_of, k in [("", k) for k in n.args] + [(k.arg, k.value) for k in n.keywords]:
            v = self.eval(k.value if isinstance(k, ast.Starred) else k)
            args += [("", w) for w in v] if isinstance(k, ast.Starred) and isinstance(v, list) else (
                list(v.items()) if name_of is None and isinstance(v, dict) else [(name_of or "", v)])
        if world and self.run: self.run["event"](n, object.text, f.attr, args)
        if world: return unknown(n, asked_by(args))
        if name in self.m.funcs and name not in self.vars: return self.enter(n, self.m.funcs[name], args)
        at, by = [v for k, v in args if not k], {k: v for k, v in args if k}
        if name in ("datetime", "date", "datetime.datetime", "datetime.date"):
            return unknown(n, asked_by(args)) if isinstance(v := moment(args), Unknown) else v
        if name in ("timezone", "timedelta"):
            return at[0] if at else "%+03d:00" % by["hours"] if type(by.get("hours")) is int else unknown(n)
        todo = CALLS.get(name) or isinstance(object, (str, dict)) and f.attr in METHODS and getattr(str(object) if
            f.attr == "isoformat" else object, "strip" if f.attr == "isoformat" else f.attr)
        if name in ("str", "Path", "PurePosixPath") and len(at) == 1:
            return written(at[0]) if name == "str" or not isinstance(at[0], Unknown) else at[0]
        if isinstance(object, str) and f.attr == "join" and at and isinstance(at[0], list): at = [list(map(written, at[0]))]
        shallow = name in ("enumerate", "zip", "list", "tuple", "len", "dict") or isinstance(object, dict)
        try:
            if todo and (all(map(known, at)) or shallow and not any(isinstance(v, Unknown) for v in at)): return plain(todo(*at, **by))
        except (TypeError, ValueError, AttributeError): pass
        if isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name) and isinstance(self.vars.get(f.value.id), (list, dict)):
            old, v = self.vars[f.value.id], at[0] if len(at) == 1 else None
            grown = old + [v] if f.attr == "append" and isinstance(old, list) else old + v if f.attr == "extend" and isinstance(v, list) \
                else {**old, **v} if f.attr == "update" and isinstance(v, dict) else Unknown(f.value.id)
            return self.set(f.value.id, grown)
        return unknown(n, names_of(object) + asked_by(args))

    def enter(self, n, f, args):
        """Follows the body of a function of the module."""
        inner, at, by, a = Scope(self.m, self.run, self.depth + 1), [v for k, v in args if not k], dict(args), f.args
        own = a.posonlyargs + a.args
        defaults = dict(zip([p.arg for p in own][::-1], a.defaults[::-1])) | {p.arg: d for p, d in zip(a.kwonlyargs, a.kw_defaults) if d}
        for p in own + a.kwonlyargs:
            if at and p in own: inner.vars[p.arg] = at.pop(0)
            elif p.arg in by or p.arg in defaults: inner.vars[p.arg] = by[p.arg] if p.arg in by else inner.eval(defaults[p.arg])
            else: return unknown(n, asked_by(args))
        if at and not a.vararg or self.depth >= 12: return unknown(n, asked_by(args))
        for p in filter(None, (a.vararg, a.kwarg)): inner.vars[p.arg] = unknown(p)
        outer = self.run and self.run["line"]
        if self.run: self.run["line"] = outer or n.lineno
        r = inner.block(f.body)
        if self.run: self.run["line"] = outer
        return unknown(n, asked_by(args)) if r.may & {"return"} else r.value if r.how == "return" else None
