/** The product can't start for a reason that the operator can fix. Shown as one line, without a stack. */
export class StartRefusal extends Error {
  constructor(line: string) {
    super(line);
    this.name = 'StartRefusal';
  }
}
