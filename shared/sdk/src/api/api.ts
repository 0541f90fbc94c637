import { SESSION_EXPIRED_STATUS, type CallReply, type CallShape, type Fault } from '@sitedeck/contract';
import { call } from '../call/call';
import type { InputOf } from '../call/call-shape';
import { toFault } from '../call/to-fault';
import { cell, kernel } from '../kernel/cell';
import { makeSdkApi, type SdkApi } from './sdk-api';

/** The first copy of the SDK that needs the API makes it; a kernel that already exists adopts it. */
function pageApi(): SdkApi {
  const place = cell();
  if (place.api) return place.api;
  const made = makeSdkApi();
  place.api = made;
  place.kernel?.attachApi(made);
  return made;
}

/** The page's RTK Query API, without endpoints: `api.injectEndpoints({ endpoints: (build) => ({ … }) })`. */
export const api = pageApi();

type QueryResult<Res> = { data: Res; error?: undefined } | { data?: undefined; error: Fault };

interface Endpoint<C extends CallShape> {
  queryFn: (
    input: InputOf<C>,
    context: { readonly signal: AbortSignal },
  ) => Promise<QueryResult<CallReply<C>>>;
}

const settle = <C extends CallShape>(
  def: C,
  input: InputOf<C>,
  options: { readonly signal?: AbortSignal; readonly quiet: boolean },
): Promise<QueryResult<CallReply<C>>> =>
  call(def, input, options).then(
    (data) => ({ data }),
    (error: unknown) => ({ error: toFault(error) }),
  );

/** The page leaves for sign-in, so that no view needs to show that the session is over. */
const isLeavingForSignIn = (fault: Fault): boolean =>
  fault.code === String(SESSION_EXPIRED_STATUS) && (kernel().isLeaving?.() ?? false);

const never = new Promise<never>(() => undefined);

/**
 * Endpoint whose refusal only its caller shows: reads (`build.query(quietEndpoint(listFolder))`) and what a dialog sends
 * (`build.mutation(quietEndpoint(makeFolder))`). When the session is over and the page leaves for sign-in, it never settles, so that
 * the view keeps what it showed.
 */
export const quietEndpoint = <C extends CallShape>(def: C): Endpoint<C> => ({
  queryFn: async (input, { signal }) => {
    const settled = await settle(def, input, { signal, quiet: true });
    return settled.error && isLeavingForSignIn(settled.error) ? never : settled;
  },
});

/** Endpoint whose refusal is also announced to the shell: `build.mutation(announcedEndpoint(removeFile))`. */
export const announcedEndpoint = <C extends CallShape>(def: C): Endpoint<C> => ({
  queryFn: (input) => settle(def, input, { quiet: false }),
});
