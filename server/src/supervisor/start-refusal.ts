/** The product can't start, for a reason the operator can mend. Shown as one line, without a stack. */
export class StartRefusal extends Error {
  constructor(line: string) {
    super(line);
    this.name = 'StartRefusal';
  }
}
