import { findPasswordFiles, updatePasswordFiles, type CallReply, type Fault } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

type FindReply = CallReply<typeof findPasswordFiles>;
type UpdateReply = CallReply<typeof updatePasswordFiles>;

export type PasswordFiles =
  | { readonly is: 'looking' }
  | { readonly is: 'unknown'; readonly fault: Fault }
  | {
      readonly is: 'found';
      readonly files: FindReply['files'];
      /** More files hold it; they are found once these are updated. */
      readonly more: boolean;
      readonly chosen: ReadonlySet<string>;
      readonly isBusy: boolean;
      readonly fault?: Fault;
    }
  | ({ readonly is: 'updated' } & UpdateReply);

interface PasswordFilesUpdate {
  readonly state: PasswordFiles;
  readonly choose: (path: string, chosen: boolean) => void;
  readonly update: () => Promise<void>;
}

/** Finds the site's files that hold the previous password, and updates them. */
export function usePasswordFiles(previous: string): PasswordFilesUpdate {
  const [state, setState] = useState<PasswordFiles>({ is: 'looking' });

  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    call(findPasswordFiles, { body: { previous } }, { signal, quiet: true }).then(
      ({ files, more }) =>
        setState({ is: 'found', files, more, chosen: new Set(files.map(({ path }) => path)), isBusy: false }),
      (error: unknown) => {
        if (!signal.aborted) setState({ is: 'unknown', fault: toFault(error) });
      },
    );
    return () => end.abort();
  }, [previous]);

  const choose = (path: string, chosen: boolean) =>
    setState((now) => {
      if (now.is !== 'found') return now;
      const next = new Set(now.chosen);
      if (chosen) next.add(path);
      else next.delete(path);
      return { ...now, chosen: next };
    });

  const update = async () => {
    if (state.is !== 'found' || state.isBusy) return;
    const { fault: _before, ...found } = state;
    setState({ ...found, isBusy: true });
    try {
      const body = { previous, paths: [...found.chosen] };
      setState({ is: 'updated', ...(await call(updatePasswordFiles, { body })) });
    } catch (error) {
      setState({ ...found, isBusy: false, fault: toFault(error) });
    }
  };
  return { state, choose, update };
}
