export class Quotes {
  // Read at every call, long after start-up: each package keeps its own Assets.
  static first() {
    return Assets.getText('quotes.txt').split('\n')[0];
  }
}
