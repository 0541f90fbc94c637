import { readSettings } from './settings';

const read = (TRUST_PROXY: string) =>
  readSettings({ TRUST_PROXY, SITEDECK_DATA: '/data' }, { is: 'single', uid: 1000, gid: 1000 });

describe('TRUST_PROXY', () => {
  it.each([
    ['', []],
    ['0', []],
    ['10.0.0.5', ['10.0.0.5']],
    ['172.16.0.0/12, 2001:db8::/32', ['172.16.0.0/12', '2001:db8::/32']],
  ])('reads %j as %j', (given, networks) => {
    expect(read(given)).toMatchObject({ is: 'ok', settings: { TRUST_PROXY: networks } });
  });

  it('refuses the 1 of earlier versions and says what to write instead', () => {
    const line = 'TRUST_PROXY: set the address or network of the proxy instead of 1, such as 172.16.0.0/12';
    expect(read('1')).toEqual({ is: 'refused', lines: [line] });
  });

  it.each(['proxy.example', '10.0.0.0/33', 'yes'])('refuses %j', (given) => {
    expect(read(given).is).toBe('refused');
  });
});
