import type { RemoteContext } from '@sitedeck/sdk';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { answered, FRESH, hostEnvApi } from '../../hostenv.api';
import { ErrorPageForm } from './ErrorPageForm';

/** 404 页面: what visitors get for an address that is not there. */
export function ErrorPagePage({ ctx }: { readonly ctx: RemoteContext }) {
  const asked = hostEnvApi.useReadErrorPageQuery({}, FRESH);
  return (
    <EnvPage page="404" state={pageStateOf(asked)}>
      {(data) => <ErrorPageForm ctx={ctx} data={data} read={() => answered(asked.refetch().unwrap())} />}
    </EnvPage>
  );
}
