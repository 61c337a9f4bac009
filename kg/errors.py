"""The errors of kg: one tree, so that `except KgError` catches whatever kg raises on purpose."""


class KgError(Exception):
    """Something kg can explain: the message says what was found, where, and what to do."""

    exit_code = 1


class InputError(KgError):
    """An input that cannot be read at all, or a rejected record under `--strict`."""

    exit_code = 2


class UsageError(KgError):
    """A wrong name, parameter or option."""

    exit_code = 2


class FetchError(KgError):
    """An online source that cannot be reached, or has no answer."""


class QueryError(KgError):
    """A SPARQL query that is malformed, refused or failed."""


class StoreError(KgError):
    """A store that is missing, damaged or does not fit its `build.json`."""


class ModelError(KgError):
    """A model folder that is missing, damaged or of another format."""


class PushError(KgError):
    """A store elsewhere that refused, failed or holds too little."""


class DiskError(KgError):
    """Output that could not be written."""

    exit_code = 3


class LockedError(KgError):
    """Another process is writing the same output folder."""

    exit_code = 4
