import { type Html, html } from '@fyh/serve/html.ts'
import { personOf, specialSeeds } from '../samples/person.ts'

const meanings = {
  minor: 'under 18',
  senior: 'over 60',
  expired: 'card expired',
  longTerm: 'card without expiry date 长期',
} as const satisfies Record<(typeof specialSeeds)[number], string>

export function samplesSection(seed: string): Html {
  const person = personOf(seed)
  return html`<section id="samples" aria-labelledby="samples-title">
        <h2 id="samples-title">Sample ID cards <span lang="zh">证件样张</span></h2>
        <p>Download both sides and upload them in the product. Each reload of this page creates another person. Any other picture is read as a made-up person.</p>
        <div class="cards">
          ${card(seed, 'front', `Front 人像面, ${person.name}`)}
          ${card(seed, 'back', `Back 国徽面, until ${person.validTo ?? '长期'}`)}
        </div>
        <h3>Error cases</h3>
        <ul class="links">
          <li><a href="/samples/${seed}/unreadable.png" download="unreadable.png">unreadable photo</a></li>
          ${specialSeeds.map((special) => html`<li>${meanings[special]}: <a href="/samples/${special}-${seed}/front.png" download="${special}-front.png">front</a> <a href="/samples/${special}-${seed}/back.png" download="${special}-back.png">back</a></li>`)}
          <li>wrong side: upload the front where the back is requested</li>
        </ul>
      </section>`
}

const card = (seed: string, side: 'front' | 'back', words: string) => html`
          <figure>
            <a href="/samples/${seed}/${side}.png" download="id-card-${side}.png"><img src="/samples/${seed}/${side}.png" alt="Sample ID card, ${side}" width="856" height="540" loading="lazy"></a>
            <figcaption>${words}</figcaption>
          </figure>`
