import { installKernel } from '@sitedeck/sdk';
import { screen } from '@testing-library/react';
import { renderUi } from '../testing/render-ui';
import { useVerify } from './use-verify';

function Act() {
  const verify = useVerify();
  const act = () => verify({ act: 'emptyDatabase', confirm: '重置数据库', run: () => Promise.resolve() });
  return (
    <button type="button" onClick={() => void act()}>
      act
    </button>
  );
}

it('asks for the password in a portal’s page, whose token may not read the ways', async () => {
  const { events } = installKernel({
    config: { apiBase: '/api', fileServiceBase: '/fs', wireKey: '', links: {}, copyright: '' },
    auth: { is: 'token', remotes: () => ['database'], getToken: () => Promise.resolve('token') },
  });
  const missing = jest.fn();
  events.on('auth-required', missing);
  const { user } = renderUi(<Act />);
  await user.click(screen.getByText('act'));
  expect(await screen.findByLabelText('当前 FTP 密码')).toBeDefined();
  expect(missing).not.toHaveBeenCalled();
});
