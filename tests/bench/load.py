"""Load on `kg serve`: `python tests/bench/load.py [BUILD] [--hostile PERCENT]`.

Eight clients ask five hundred questions each: the named queries in turn, with values that the build
holds. Prints the errors, the times and how far the memory of the server and its workers grew.
"""

import argparse
import random
import re
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2 as httpx

import kg
from kg.store import load_queries

CROSS = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o"
HOSTILE = (
    f"SELECT (COUNT(*) AS ?n) {{ {CROSS} }}",
    f"SELECT * {{ {CROSS} }} ORDER BY ?o ?l ?i",
    f"SELECT * {{ ?s ?p {'[ ?p ' * 99}1{']' * 99} }}",
    f"SELECT * {{ {'{' * 5000}{'}' * 5000} }}",
    "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
)
REFUSED = (400, 500, 503, 504)


def values(build: Path) -> dict[str, list[str]]:
    """Some concepts, papers and venues of a build, and other values by type of parameter."""
    graph = kg.open(build)
    concepts = "SELECT ?l { ?c skos:prefLabel ?l ; kg:paperCount ?n } ORDER BY DESC(?n) ?l LIMIT 40"
    papers = "SELECT ?id { ?p dcterms:identifier ?id } ORDER BY ?id LIMIT 40"
    venues = "SELECT ?l { ?v a kg:Venue ; rdfs:label ?l } ORDER BY ?l LIMIT 5"
    found = {
        name: [str(row[0]) for row in graph.query(query).rows]
        for name, query in (("concept", concepts), ("paper", papers), ("venue", venues))
    }
    return found | {"integer": ["20"], "string": ["net", "learn"], "type": ["method", "task"]}


def questions(build: Path, seed: int, number: int) -> list[tuple[str, dict[str, str]]]:
    """Named queries in turn, with their required parameters."""
    known, chosen = values(build), random.Random(seed)
    names = list(load_queries().values())
    asked = []
    for index in range(number):
        query = names[(index + seed) % len(names)]
        given = {
            p.name: chosen.choice(known[p.type])
            for p in query.parameters
            if not p.optional and known[p.type]
        }
        asked.append((query.name, given))
    return asked


class Client(threading.Thread):
    """Asks its questions one after the other."""

    def __init__(
        self, base: str, asked: list[tuple[str, dict[str, str]]], hostile: float, seed: int
    ):
        super().__init__()
        self.base, self.asked, self.hostile = base, asked, hostile
        self.chosen = random.Random(seed)
        self.times: list[float] = []
        self.waited = 0
        self.errors: list[str] = []

    def run(self) -> None:
        with httpx.Client(base_url=self.base, timeout=60) as client:
            for name, given in self.asked:
                if self.chosen.random() < self.hostile:
                    bomb = client.post("/sparql", data={"query": self.chosen.choice(HOSTILE)})
                    if bomb.status_code not in REFUSED:
                        self.errors.append(f"a bomb was answered: {bomb.status_code}")
                self.ask(client, name, given)

    def ask(self, client: httpx.Client, name: str, given: dict[str, str]) -> None:
        while True:
            started = time.perf_counter()
            answer = client.get(f"/questions/{name}", params=given)
            if answer.status_code != 503:
                break
            self.waited += 1
            time.sleep(float(answer.headers["retry-after"]))
        self.times.append(time.perf_counter() - started)
        if answer.status_code != 200:
            self.errors.append(f"{name} {given}: {answer.status_code} {answer.text.strip()}")


def memory(pid: int) -> int:
    """Resident bytes of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = [Path(f"/proc/{p}/statm").read_text().split()[1] for p in (str(pid), *children)]
    return sum(map(int, pages)) * 4096


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", type=Path, default=Path("output"))
    parser.add_argument("--hostile", type=float, default=0, help="percent")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--questions", type=int, default=500, help="by each client")
    parser.add_argument("--timeout", default="5", help="seconds for a query")
    given = parser.parse_args()
    command = [sys.executable, "-m", "kg", "serve", "-g", str(given.build), "-p", "0"]
    server = subprocess.Popen(
        [*command, "--timeout", given.timeout], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found
        clients = [
            Client(found[0], questions(given.build, n, given.questions), given.hostile / 100, n)
            for n in range(given.clients)
        ]
        with httpx.Client(base_url=found[0], timeout=60) as first:  # each query once
            for name, asked in questions(given.build, 0, 50):
                first.get(f"/questions/{name}", params=asked)
        before, started = memory(server.pid), time.perf_counter()
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        seconds = time.perf_counter() - started
        grown = (memory(server.pid) - before) / 1024**2
    finally:
        server.terminate()
    report(clients, seconds, grown)


def report(clients: list[Client], seconds: float, grown: float) -> None:
    times = [each for client in clients for each in client.times]
    errors = [each for client in clients for each in client.errors]
    cuts = statistics.quantiles(times, n=100)
    waited = sum(client.waited for client in clients)
    print(f"{len(times):,} answers in {seconds:.1f} s, {len(errors)} errors, {waited} told to wait")
    print(f"p50 {cuts[49] * 1000:.0f} ms, p95 {cuts[94] * 1000:.0f} ms, most {max(times):.2f} s")
    print(f"memory {grown:+.0f} MiB")
    for error in errors[:5]:
        print(error, file=sys.stderr)
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
