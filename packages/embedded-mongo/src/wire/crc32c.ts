const POLYNOMIAL = 0x82f63b78;

let table: Uint32Array | undefined;

function buildTable(): Uint32Array {
  const built = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    built[byte] = value;
  }
  return built;
}

/** The CRC-32C (Castagnoli) checksum that OP_MSG carries, unsigned. */
export function crc32c(bytes: Uint8Array): number {
  table ??= buildTable();
  let value = 0xffffffff;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
