"""Self-signed certificate for ``companion serve --https``.

No authority signs it, so each device asks once whether to trust it. The certificate is kept, so
that a device that trusts it does not ask again.
"""

import datetime
import ipaddress
import os
import socket
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FILE = "https.pem"  # key and certificate
DAYS = 397  # browsers refuse certificates with a longer validity
LEFT = datetime.timedelta(days=7)  # a certificate that expires sooner is replaced
NAME = "Companion at this table"


def certificate(folder: Path, address: str | None) -> Path:
    """Return the file with the key and certificate for this computer's names and this address.

    An existing one is kept while it is valid. Raises OSError if it cannot be written.
    """
    file = folder / FILE
    names = _names(address)
    if not _serves(file, names):
        _write(file, names)
    return file


def _names(address: str | None) -> list[x509.GeneralName]:
    own = socket.gethostname().lower().partition(".")[0]
    said = dict.fromkeys(("localhost", own, f"{own}.local"))
    numbers = ["127.0.0.1", "::1", *([address] if address else [])]
    return [
        *(x509.DNSName(name) for name in said if name.isascii()),
        *(x509.IPAddress(ipaddress.ip_address(number)) for number in dict.fromkeys(numbers)),
    ]


def _serves(file: Path, names: list[x509.GeneralName]) -> bool:
    try:
        known = x509.load_pem_x509_certificate(file.read_bytes())
        told = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    left = known.not_valid_after_utc - datetime.datetime.now(datetime.UTC)
    return left > LEFT and set(names) <= set(told)


def _write(file: Path, names: list[x509.GeneralName]) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now + datetime.timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file.unlink(missing_ok=True)
    only_ours = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(only_ours, "wb") as out:
        out.write(secret + made.public_bytes(serialization.Encoding.PEM))
