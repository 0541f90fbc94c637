import { passedHeaders } from './child-http';

it('tells a host’s child nothing that opens anything: no X-Verify, cookie or token', () => {
  const passed = passedHeaders({
    'x-verify': '123456',
    cookie: 'sitedeck_session=secret',
    authorization: 'Bearer secret',
    'content-range': 'bytes 0-1/2',
  });
  expect(passed).toEqual({ 'content-range': 'bytes 0-1/2' });
});
