import { passedHeaders } from './child-http';

it('passes no X-Verify, cookie or token on to a host’s child', () => {
  const passed = passedHeaders({
    'x-verify': '123456',
    cookie: 'sitedeck_session=secret',
    authorization: 'Bearer secret',
    'content-range': 'bytes 0-1/2',
  });
  expect(passed).toEqual({ 'content-range': 'bytes 0-1/2' });
});
