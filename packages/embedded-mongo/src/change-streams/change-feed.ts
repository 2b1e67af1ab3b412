export class ChangeFeed {
  close(): void {}
}
