const files = document.querySelector('sitedeck-remote');
const state = document.querySelector('#state');

/** Asked again whenever a token is over. */
files.getToken = async () => {
  const reply = await fetch('/token?remote=files', { method: 'POST', headers: { 'x-portal': '1' } });
  if (reply.status === 401) return null; // nobody is signed in here
  if (!reply.ok) throw new Error(`no token: ${reply.status}`);
  return (await reply.json()).token;
};

for (const name of ['ready', 'error', 'navigate', 'task', 'dirty', 'auth-required']) {
  files.addEventListener(name, ({ detail }) => {
    state.textContent = `${name} ${JSON.stringify(detail)}`;
  });
}

const theme = document.querySelector('#theme');
theme.addEventListener('click', () => {
  const next = files.getAttribute('theme') === 'dark' ? 'light' : 'dark';
  files.setAttribute('theme', next);
  theme.textContent = next === 'dark' ? 'Light' : 'Dark';
});
