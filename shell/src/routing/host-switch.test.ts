import { fullMenu } from '../testing/full-menu';
import { hostInfo } from '../testing/samples';
import { isAfterHostSwitch, markHostSwitch, nearestPage } from './host-switch';
import { buildPages } from './pages';

const pages = buildPages(hostInfo(), fullMenu, 'zh-CN');

it.each([
  ['/hostEnvSet/dNet', '/hostEnvSet'],
  ['/hostEnvSet/no/such', '/hostEnvSet'],
  ['/noSuchPage', '/'],
  ['/no/such/page', '/'],
])('leads from %s to %s', (from, to) => {
  expect(nearestPage(from, pages)).toBe(to);
});

it('marks the history entry and drops the query of the old host', () => {
  history.replaceState(null, '', '/fileManage?path=/wwwroot');
  expect(isAfterHostSwitch()).toBe(false);
  markHostSwitch();
  expect([isAfterHostSwitch(), location.pathname, location.search]).toEqual([true, '/fileManage', '']);
});

it('removes the mark from the history at the next navigation', () => {
  markHostSwitch();
  history.pushState(null, '', '/');
  expect(isAfterHostSwitch()).toBe(false);
});
