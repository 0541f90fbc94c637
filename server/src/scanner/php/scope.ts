import { either, type Origin, UNKNOWN, type Value } from './values';

/** The variables of a function, or of the file. */
export class Scope {
  private readonly values = new Map<string, Value>();
  private readonly fromGlobals = new Set<string>();
  /** Texts of expressions that were compared with a list of allowed ones. */
  readonly checked = new Set<string>();
  readonly returns: Value[] = [];
  /** Above 0 in code that may not run, where an assignment does not make a variable harmless. */
  branches = 0;
  /** Where visitors name variables, as with `extract`: the origin of every variable that is not set. */
  unset: Origin | undefined;

  constructor(
    private readonly globals?: Scope,
    /** Depth of calls from the file's top. */
    readonly depth = 0,
  ) {}

  get isFile(): boolean {
    return this.globals === undefined;
  }

  get file(): Scope {
    return this.globals ?? this;
  }

  linkGlobal(name: string): void {
    if (this.globals) this.fromGlobals.add(name);
  }

  private owner(name: string): Scope {
    const isShared = this.fromGlobals.has(name) || name === '_SESSION';
    return isShared && this.globals ? this.globals : this;
  }

  get(name: string): Value {
    const owner = this.owner(name);
    const value = owner.values.get(name);
    if (value) return value;
    return this.unset ? { origin: this.unset } : UNKNOWN;
  }

  has(name: string): boolean {
    return this.owner(name).values.has(name);
  }

  set(name: string, value: Value): void {
    const owner = this.owner(name);
    owner.values.set(name, this.branches > 0 ? either(owner.values.get(name), value) : value);
  }

  /** Sets a variable to what a value became, such as an array with one more member. */
  replace(name: string, value: Value): void {
    this.owner(name).values.set(name, value);
  }

  names(): readonly string[] {
    return [...this.values.keys()];
  }

  /** The variables of another scope, as a closure takes them along. */
  copyFrom(other: Scope): void {
    for (const name of other.names()) this.values.set(name, other.get(name));
    this.unset = other.unset;
  }
}
