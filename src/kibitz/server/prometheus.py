"""Metrics for Prometheus, on a port of their own (`kibitz serve --metrics PORT`).

A separate port needs no password and cannot be reached through the proxy in front of the tables. By
default it listens on loopback. Labels are kinds and codes from our own lists, so their number is
bounded and nobody outside can add to it.
"""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kibitz._version import __version__
from kibitz.core import engine
from kibitz.core.errors import BadOption, KibitzError, MissingExtra
from kibitz.core.extras import install
from kibitz.server.metrics import Counts, Meter

if TYPE_CHECKING:
    from prometheus_client import Counter, Metric

LOOPBACK = "127.0.0.1"
DISK_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
ANSWER_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0)


class BadMetricsPort(KibitzError):
    """The metrics cannot be served on this address and port."""

    code = "bad_metrics_port"


def parse_place(text: str) -> tuple[str, int]:
    """Return host and port of `PORT` or `HOST:PORT`."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise BadOption(f"--metrics must be PORT or HOST:PORT, not {text!r}")
    return host.strip("[]") or LOOPBACK, int(port)


class Prometheus(Meter):
    """Counts in a registry of its own and serves it."""

    def __init__(self, host: str, port: int) -> None:
        if importlib.util.find_spec("prometheus_client") is None:
            raise MissingExtra(f"--metrics needs prometheus-client: {install('metrics')}")
        import prometheus_client as prometheus

        self._host = host
        registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=registry)
        self._families = prometheus.metrics_core
        self._read: Callable[[], Counts] | None = None
        about = prometheus.Info("kibitz", "Version and engine", registry=registry)
        about.info(
            {"version": __version__, "engine": engine.engine_name(), "cpu": engine.cpu_path()}
        )

        def counter(name: str, text: str, *labels: str) -> prometheus.Counter:
            return prometheus.Counter(f"kibitz_{name}", text, labels, registry=registry)

        def timer(
            name: str, text: str, buckets: tuple[float, ...], *labels: str
        ) -> prometheus.Histogram:
            text = f"{text}, in seconds"
            return prometheus.Histogram(
                f"kibitz_{name}_seconds", text, labels, registry=registry, buckets=buckets
            )

        self._stored = timer("event", "From an event to the disk", DISK_SECONDS, "kind")
        self._not_stored = counter("events_not_stored", "Events that the disk refused")
        self._requests = timer("request", "HTTP requests", ANSWER_SECONDS, "status")
        self._messages = counter("messages", "WebSocket messages", "type")
        self._refusals = counter("refusals", "Refused requests and messages", "code")
        self._answers = timer("answer", "Answers of bots and advice", ANSWER_SECONDS, "kind")
        self._failures = counter("failures", "Questions that failed", "kind", "code")
        self._log = counter("log_lines", "Lines in the log", "level")
        registry.register(self)
        self._handler = _Counting(self._log)
        try:
            self._server, self._thread = prometheus.start_http_server(port, host, registry)
        except OSError as error:
            raise BadMetricsPort(
                f"cannot serve metrics on {host} port {port}: {error.strerror}"
            ) from None
        logging.getLogger("kibitz").addHandler(self._handler)

    @property
    def port(self) -> int:
        return int(self._server.server_port)

    @property
    def url(self) -> str:
        """Return where the metrics are, for a scraper on this machine."""
        shown = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{shown}:{self.port}/metrics"

    def collect(self) -> Iterable[Metric]:
        """Yield the numbers that are read rather than counted; called for each scrape."""
        family = self._families.GaugeMetricFamily
        if self._read is None:
            return
        now = self._read()
        tables = family("kibitz_tables", "Tables in memory", labels=["status"])
        for status, count in now.tables.items():
            tables.add_metric([status], count)
        yield tables
        yield family("kibitz_connections", "Open WebSockets", value=now.connections)
        yield family("kibitz_asking", "Tables that wait for a bot", value=now.asking)

    def watch(self, read: Callable[[], Counts]) -> None:
        self._read = read

    def stored(self, event: str, seconds: float) -> None:
        self._stored.labels(event).observe(seconds)

    def not_stored(self) -> None:
        self._not_stored.inc()

    def requested(self, status: int, seconds: float) -> None:
        self._requests.labels(f"{status}").observe(seconds)

    def heard(self, kind: str) -> None:
        self._messages.labels(kind).inc()

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def answered(self, kind: str, seconds: float, failure: str | None) -> None:
        self._answers.labels(kind).observe(seconds)
        if failure is not None:
            self._failures.labels(kind, failure).inc()

    def close(self) -> None:
        logging.getLogger("kibitz").removeHandler(self._handler)
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Counting(logging.Handler):
    """Count log lines by level, so that an alert can ask for errors."""

    def __init__(self, lines: Counter) -> None:
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.labels(record.levelname.lower()).inc()
