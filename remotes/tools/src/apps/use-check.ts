import type { AppCheck, checkApp, Fault } from '@sitedeck/contract';
import { toFault, type InputOf } from '@sitedeck/sdk';
import { appsApi } from '../apps.api';

type Act = AppCheck['act'];
type CheckOf<A extends Act> = Extract<AppCheck, { act: A }>;
type CheckBody = InputOf<typeof checkApp>['body'];
type BodyOf<A extends Act> = Extract<CheckBody, { act: A }>;

export type CheckState<A extends Act> =
  /** Nothing can be asked yet: a field is wrong. */
  | { readonly is: 'idle' }
  | { readonly is: 'checking' }
  | { readonly is: 'failed'; readonly fault: Fault; readonly retry: () => void }
  | { readonly is: 'done'; readonly check: CheckOf<A> };

/** Never sent. */
const NOTHING: CheckBody = { act: 'update', id: 1 };

const isOf = <A extends Act>(check: AppCheck, act: A): check is CheckOf<A> => check.act === act;

/** What an act would find and change on this host now; undefined asks nothing. */
export function useCheck<A extends Act>(act: A, body: BodyOf<A> | undefined): CheckState<A> {
  const { currentData, error, isFetching, refetch } = appsApi.useCheckAppQuery(
    { body: body ?? NOTHING },
    { skip: body === undefined, refetchOnMountOrArgChange: true },
  );
  if (body === undefined) return { is: 'idle' };
  if (isFetching) return { is: 'checking' };
  if (error !== undefined) return { is: 'failed', fault: toFault(error), retry: () => void refetch() };
  return currentData && isOf(currentData, act) ? { is: 'done', check: currentData } : { is: 'checking' };
}
