import type { RemoteContext } from '@sitedeck/sdk';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { answered, FRESH, hostEnvApi } from '../../hostenv.api';
import { HomeForm } from './HomeForm';

/** 默认首页: which file visitors get for a folder. */
export function HomePage({ ctx }: { readonly ctx: RemoteContext }) {
  const asked = hostEnvApi.useReadHomePageQuery({}, FRESH);
  return (
    <EnvPage page="home" state={pageStateOf(asked)}>
      {(data) => <HomeForm ctx={ctx} data={data} read={() => answered(asked.refetch().unwrap())} />}
    </EnvPage>
  );
}
