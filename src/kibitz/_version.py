"""The version. Its one home: the package metadata and the native engine read it here."""

__version__ = "0.1.0"
