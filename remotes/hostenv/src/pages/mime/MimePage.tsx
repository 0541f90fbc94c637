import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { FRESH, hostEnvApi } from '../../hostenv.api';
import { MimeList } from './MimeList';

/** MIME 映射: what kinds of files the site names to browsers. */
export function MimePage() {
  const asked = hostEnvApi.useListMimeTypesQuery({}, FRESH);
  return (
    <EnvPage page="mime" state={pageStateOf(asked)}>
      {(data) => <MimeList data={data} retry={() => void asked.refetch()} />}
    </EnvPage>
  );
}
