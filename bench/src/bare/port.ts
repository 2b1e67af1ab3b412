/** Where a bare server listens: like a bundle, on `PORT`, and on loopback only. */
export const port = Number(process.env.PORT ?? 0);
export const hostname = '127.0.0.1';
