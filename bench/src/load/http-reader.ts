const HEAD_END = Buffer.from('\r\n\r\n');
const CR = 13;
const LF = 10;

/**
 * Finds the ends of the HTTP responses of one connection. Responses to the same request mostly have heads of the same
 * length and bodies of the same length, so only the first head is read in full; of the others, status and
 * Content-Length are compared where they stood in it.
 */
export class HttpReader {
  #rest: Buffer | undefined;
  /** Bytes of the body that are still to come; -1 between responses. */
  #bodyLeft = -1;
  #chunked: ChunkedBody | undefined;
  #headLength = 0;
  #bodyLength = 0;
  #lengthAt = 0;
  #length: Buffer = Buffer.alloc(0);

  /**
   * @returns how many responses ended in these bytes
   * @throws Error for a status other than 200, or a head that cannot be understood
   */
  read(bytes: Buffer): number {
    let data = bytes;
    if (this.#rest !== undefined) {
      data = Buffer.concat([this.#rest, bytes]);
      this.#rest = undefined;
    }
    let offset = 0;
    let ended = 0;
    while (offset < data.length) {
      if (this.#chunked !== undefined) {
        offset = this.#chunked.read(data, offset);
        if (!this.#chunked.isDone) break;
        this.#chunked = undefined;
        ended++;
      } else if (this.#bodyLeft >= 0) {
        const taken = Math.min(this.#bodyLeft, data.length - offset);
        this.#bodyLeft -= taken;
        offset += taken;
        if (this.#bodyLeft > 0) break;
        this.#bodyLeft = -1;
        ended++;
      } else {
        const headEnd = this.#readHead(data, offset);
        if (headEnd === -1) {
          this.#rest = Buffer.from(data.subarray(offset));
          break;
        }
        offset = headEnd;
        if (this.#bodyLeft === 0) {
          this.#bodyLeft = -1;
          ended++;
        }
      }
    }
    return ended;
  }

  /** @returns where the body begins, or -1 if the head is not complete */
  #readHead(data: Buffer, offset: number): number {
    const headLength = this.#headLength;
    if (headLength > 0 && this.#isLikeTheFirst(data, offset, headLength)) {
      this.#bodyLeft = this.#bodyLength;
      return offset + headLength;
    }
    const end = data.indexOf(HEAD_END, offset);
    if (end === -1) return -1;
    const head = data.toString('latin1', offset, end + 4);
    if (!/^HTTP\/1\.1 200\b/.test(head)) {
      const body = data.toString('utf8', end + 4, Math.min(data.length, end + 204));
      throw new Error(`the server answered ${JSON.stringify(head.slice(0, head.indexOf('\r')))}: ${body}`);
    }
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length !== null) {
      const digits = length[1] as string;
      this.#headLength = head.length;
      this.#bodyLength = Number(digits);
      this.#lengthAt = length.index + length[0].length - digits.length;
      this.#length = Buffer.from(`${digits}\r`);
      this.#bodyLeft = this.#bodyLength;
    } else if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#chunked = new ChunkedBody();
    } else {
      throw new Error(`the response has neither Content-Length nor chunks:\n${head}`);
    }
    return end + 4;
  }

  #isLikeTheFirst(data: Buffer, offset: number, headLength: number): boolean {
    if (data.length - offset < headLength) return false;
    const end = offset + headLength;
    if (data[end - 1] !== LF || data[end - 2] !== CR || data[end - 3] !== LF || data[end - 4] !== CR) return false;
    // The `2` of `HTTP/1.1 200`.
    if (data[offset + 9] !== 50) return false;
    const at = offset + this.#lengthAt;
    for (let index = 0; index < this.#length.length; index++) {
      if (data[at + index] !== this.#length[index]) return false;
    }
    return true;
  }
}

/** Finds the end of a body in chunks. */
class ChunkedBody {
  isDone = false;
  #left = 0;
  #line = '';
  #isTrailer = false;

  /** @returns the offset behind what was read */
  read(data: Buffer, start: number): number {
    let offset = start;
    while (offset < data.length && !this.isDone) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, data.length - offset);
        this.#left -= taken;
        offset += taken;
        continue;
      }
      const end = data.indexOf(LF, offset);
      this.#line += data.toString('latin1', offset, end === -1 ? data.length : end);
      if (end === -1) return data.length;
      offset = end + 1;
      this.#takeLine(this.#line.trim());
      this.#line = '';
    }
    return offset;
  }

  #takeLine(line: string): void {
    if (this.#isTrailer) {
      this.isDone = line === '';
      return;
    }
    // The line end behind a chunk.
    if (line === '') return;
    const size = Number.parseInt(line, 16);
    if (Number.isNaN(size)) throw new Error(`not a chunk size: ${JSON.stringify(line)}`);
    if (size === 0) this.#isTrailer = true;
    this.#left = size;
  }
}
