import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { FRESH, hostEnvApi } from '../../hostenv.api';
import { RedirectList } from './RedirectList';

/** 301 跳转: old addresses, and where they lead. */
export function RedirectsPage() {
  const asked = hostEnvApi.useListRedirectsQuery({}, FRESH);
  return (
    <EnvPage page="301" state={pageStateOf(asked)}>
      {(data) => <RedirectList data={data} />}
    </EnvPage>
  );
}
