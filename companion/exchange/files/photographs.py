"""Codes in photographs: the squares that a rebuild sheet carries, read by zxing-cpp and Pillow.

Both are looked for only here. Without them everything else works.
"""

import warnings
from io import BytesIO

from companion.exchange.games_18xx.export_file import BadFileError
from companion.languages import format_text, gettext

FORMATS = ("JPEG", "PNG", "WEBP")
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")  # brands of its files
MOST_PIXELS = 64_000_000  # of a JPEG, which is read in grey and in small
MOST_OF_OTHERS = 24_000_000  # of pictures that are read whole
SIDE = 4000  # pixels of the longer side that is searched: seven for each square of a code


def reading_problem() -> str:
    """Return why this computer cannot read codes, and what helps; "" if it can."""
    try:
        import PIL.Image  # noqa: F401
        import zxingcpp  # noqa: F401
    except ImportError:
        return gettext(
            "Codes cannot be read here: the Python package zxing-cpp is missing. Get it: make play,"
            " or pip install zxing-cpp"
        )
    return ""


def find_codes(raw: bytes) -> list[bytes]:
    """Return the contents of all QR codes in a photograph. Raises BadFileError for another file."""
    import zxingcpp
    from PIL import Image, ImageOps

    if raw[4:8] == b"ftyp" and raw[8:12] in HEIC:
        raise BadFileError(
            gettext(
                "It is in the format HEIC, which cannot be read here. Send it as JPEG. An iPhone"
                " takes JPEG with Settings, Camera, Formats, Most Compatible."
            )
        )
    Image.init()  # registers all formats
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(raw), formats=FORMATS)
        is_jpeg = image.format in ("JPEG", "MPO")
        pixels, most = image.width * image.height, MOST_PIXELS if is_jpeg else MOST_OF_OTHERS
        if pixels > most:
            raise BadFileError(
                format_text(
                    "It has {count} million pixels; {most} million is the limit.",
                    count=pixels // 1_000_000,
                    most=most // 1_000_000,
                )
            )
        image.draft("L", (SIDE, SIDE))  # a JPEG is read in small at once
        grey = image.convert("L")
    except BadFileError:
        raise
    except Exception as fault:  # of any decoder, on any bytes
        if isinstance(fault, MemoryError | Image.DecompressionBombError):
            raise BadFileError(gettext("It is too large.")) from None
        raise BadFileError(
            gettext("It is not a photograph that can be read here: JPEG, PNG and WebP can.")
        ) from None
    grey.thumbnail((SIDE, SIDE))
    kinds = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for seen in (grey, ImageOps.autocontrast(grey, cutoff=2)):
        found = zxingcpp.read_barcodes(seen, formats=kinds)
        if found:
            return [code.bytes for code in found]
    return []
