import { ReloadOutlined } from '@ant-design/icons';
import { Button, useFeedback, useText } from '@sitedeck/ui/core';
import { appsApi } from '../apps.api';
import { appTexts } from './app-texts';

/** Lets the server read the catalogue again. A failure is shown above the list, which stays. */
export function CheckUpdates() {
  const text = useText(appTexts);
  const { message } = useFeedback();
  const [read, { isLoading }] = appsApi.useReadCatalogueMutation();
  const check = async () => {
    const { data } = await read({ query: { fresh: '1' } });
    if (data?.state.is === 'ready') message.success(text('check.done'));
  };
  return (
    <Button icon={<ReloadOutlined aria-hidden />} loading={isLoading} onClick={() => void check()}>
      {text('check')}
    </Button>
  );
}
