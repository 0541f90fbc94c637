import type { z } from 'zod';
import type { JsonText } from '#system/streams/json-text';

/** One method of a typed link between two processes of the product. Both ends parse what they receive. */
export interface RpcMethod {
  readonly request: z.ZodType;
  readonly reply: z.ZodType;
  readonly progress?: z.ZodType;
}

export type RpcProtocol = Readonly<Record<string, RpcMethod>>;

export type RpcProgress<M extends RpcMethod> = M extends { readonly progress: infer S extends z.ZodType }
  ? z.output<S>
  : never;

export interface RpcContext<M extends RpcMethod> {
  /** Aborted when the caller gives up or its connection ends. */
  readonly signal: AbortSignal;
  readonly progress: (value: RpcProgress<M>) => void;
  /** A large value that followed the request, unchecked. */
  readonly text?: JsonText | undefined;
  /** Settles when the caller has read the reports, so that a fast reporter waits. Absent if the caller is this process. */
  readonly taken?: () => Promise<void>;
}

export type RpcHandlers<P extends RpcProtocol> = {
  readonly [Name in keyof P]: (
    request: z.output<P[Name]['request']>,
    context: RpcContext<P[Name]>,
  ) => Promise<z.input<P[Name]['reply']>>;
};

export interface RpcOptions<M extends RpcMethod> {
  readonly signal?: AbortSignal;
  /** A large value that follows the request unchanged; it must be JSON without raw line breaks. */
  readonly text?: JsonText;
  /** While a promise that it returned is open, the other end is asked to wait. */
  readonly onProgress?: (value: RpcProgress<M>) => void | Promise<void>;
}

export interface RpcClient<P extends RpcProtocol> {
  /**
   * Rejects with the handler's `Refusal`, with `engine-down` if the other process can't be reached, or with
   * `OutcomeUnknown` if it ended during the call.
   */
  call<Name extends keyof P & string>(
    name: Name,
    request: z.input<P[Name]['request']>,
    options?: RpcOptions<P[Name]>,
  ): Promise<z.output<P[Name]['reply']>>;
  close(): void;
}
