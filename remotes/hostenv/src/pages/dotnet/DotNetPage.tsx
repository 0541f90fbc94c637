import type { RemoteContext } from '@sitedeck/sdk';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { answered, FRESH, hostEnvApi } from '../../hostenv.api';
import { DotNetForm } from './DotNetForm';

/** .NET 管理: version, mode and trust level. */
export function DotNetPage({ ctx }: { readonly ctx: RemoteContext }) {
  const asked = hostEnvApi.useReadDotNetQuery({}, FRESH);
  return (
    <EnvPage page="dNet" state={pageStateOf(asked)}>
      {(data) => <DotNetForm ctx={ctx} data={data} read={() => answered(asked.refetch().unwrap())} />}
    </EnvPage>
  );
}
