import type { ScanFinding, ScanStep } from '@sitedeck/contract';
import type { Node } from './nodes';
import type { Scope } from './scope';
import type { Value } from './values';

export type Draft = Pick<ScanFinding, 'severity' | 'technique' | 'rule' | 'confidence' | 'steps'> & {
  readonly line: number;
};

/** Where a call is. */
export interface CallAt {
  readonly node: Node;
  readonly scope: Scope;
  /** Nodes of the arguments, for parameters that are changed. */
  readonly argumentNodes?: readonly Node[];
  /** How the name of the function came about, if it is not in the source as such. */
  readonly nameSteps?: readonly ScanStep[];
}

/** A function or method of the file. */
export interface OwnFunction {
  readonly node: Node;
  readonly source: string;
  readonly className?: string | undefined;
}

/** What the parts of the analysis ask of each other; `analyse-php.ts` puts them together. */
export interface Flow {
  /** Value of an expression. */
  value(node: Node | undefined, scope: Scope): Value;
  /** Runs statements. */
  run(nodes: readonly Node[], scope: Scope): void;
  /** Calls a function by its name. */
  call(name: string, args: readonly Value[], at: CallAt): Value;
  /** Calls whatever a value is: a name, a closure, a pair of object and method. */
  callValue(callee: Value, args: readonly Value[], at: CallAt): Value;
  callOwn(callee: OwnFunction, args: readonly Value[], at: CallAt): Value;
  /** Runs text as code. */
  runText(text: string, at: CallAt, how: { readonly steps: readonly ScanStep[] }): void;
  report(draft: Draft): void;
  /** Writes a value to a variable, member or property. */
  assign(target: Node, value: Value, scope: Scope): void;
  step(kind: ScanStep['kind'], node: Node, detail?: string): ScanStep;
  codeOf(node: Node): string;
  lineOf(node: Node): number;
  /** Counts work; false when there is no more time to follow loops one by one. */
  mayRepeat(): boolean;

  readonly functions: Map<string, OwnFunction>;
  readonly methods: Map<string, OwnFunction[]>;
  readonly properties: Map<string, Value>;
  readonly constants: Map<string, Value>;
  readonly classes: Map<string, Node>;
  /** Size and shape of the file say whether an upload is all that it does. */
  readonly isSmall: boolean;
  /** Comments of classes and functions, in which code can be hidden. */
  readonly comments: readonly string[];
}
