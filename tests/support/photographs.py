"""Photographs of a rebuild sheet, made with Pillow: turned, seen from the side, noisy and grey."""

import random
from io import BytesIO

import segno
from PIL import Image, ImageFilter


def draw_page(parts: list[bytes], scale: int = 5) -> Image.Image:
    """Draw codes as a sheet has them: two beside each other, with their white borders."""
    drawn = []
    for part in parts:
        code = segno.make(part, error="m", mode="byte", micro=False)
        rows = [[0 if dark else 255 for dark in row] for row in code.matrix_iter(border=4)]
        image = Image.new("L", (len(rows[0]), len(rows)))
        image.putdata([pixel for row in rows for pixel in row])
        drawn.append(image.resize((image.width * scale, image.height * scale), 0))
    side = max(image.width for image in drawn)
    page = Image.new("L", (side * min(len(drawn), 2) + 200, side * -(-len(drawn) // 2) + 200), 255)
    for place, image in enumerate(drawn):
        page.paste(image, (100 + side * (place % 2), 100 + side * (place // 2)))
    return page


def photograph(page: Image.Image, seed: int = 1) -> bytes:
    """Return a page as a phone takes it, held not quite straight, as a JPEG."""
    drawn = random.Random(seed)
    width, height = page.size
    seen = page.rotate(drawn.uniform(-8, 8), Image.Resampling.BICUBIC, expand=True, fillcolor=200)

    def near(x: float, y: float) -> tuple[float, float]:
        return x + drawn.uniform(0, 0.04) * width, y + drawn.uniform(0, 0.04) * height

    w, h = seen.size
    corners = (*near(0, 0), *near(0, h * 0.96), *near(w * 0.96, h * 0.96), *near(w * 0.96, 0))
    seen = seen.transform(
        seen.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC, fillcolor=200
    )
    seen = seen.filter(ImageFilter.GaussianBlur(1.2)).point([40 + n * 3 // 4 for n in range(256)])
    seen = Image.blend(seen, Image.effect_noise(seen.size, 60), 0.15)
    return as_jpeg(seen)


def as_jpeg(image: Image.Image) -> bytes:
    """Return a picture as a JPEG."""
    file = BytesIO()
    image.save(file, "JPEG", quality=70)
    return file.getvalue()
