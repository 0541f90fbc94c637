async function getToken() {
  const reply = await fetch('/token?remote=files', { method: 'POST', headers: { 'x-portal': '1' } });
  if (reply.status === 401) return null; // nobody is signed in here
  if (!reply.ok) throw new Error(`no token: ${reply.status}`);
  return (await reply.json()).token;
}

globalThis.files = SiteDeck.embed(document.querySelector('#place'), {
  name: 'files',
  getToken,
  locale: 'en-US',
  theme: 'light',
  properties: { path: '/wwwroot' },
  onEvent: (name, detail) => console.info(name, JSON.stringify(detail)),
});
