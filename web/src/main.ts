import '@fontsource-variable/source-sans-3/wght.css';
import './styles/garamond.css';
import './styles/base.css';
import './styles/boards';

import { mount } from 'svelte';

import App from './App.svelte';
import { startTable } from './lib/early';
import { language } from './lib/language.svelte';
import { session } from './lib/session.svelte';
import { steadyClicks } from './lib/steadyClicks';
import { watchForUpgrades } from './lib/upgraded';
import { pageAt, TABLE } from './routes';

watchForUpgrades();
steadyClicks();

/** Shown where the texts are missing, so in both languages. */
const NOT_LOADED = 'Entente could not be loaded. Please reload the page. · Le chargement a échoué. Veuillez recharger la page.';

// Everything that the first view needs is requested at once: on a slow line the waits add up.
const first = pageAt(location.pathname);
void session.load();
first.page().catch(() => undefined); // the page itself says so
if (first.pattern === TABLE) void startTable(first.parameters['id'] ?? '');

const target = document.getElementById('app');
language.load().then(
  () => {
    if (!target) return;
    target.replaceChildren(); // what stays where this script does not run
    mount(App, { target });
  },
  (error: unknown) => {
    if (target) target.textContent = NOT_LOADED;
    throw error; // after an upgrade of the server the page loads itself again
  },
);
