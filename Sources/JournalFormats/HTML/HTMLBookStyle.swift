/// The look of a book: paper and ink, on a screen by day and by night, and printed.
enum HTMLBookStyle {
  static let sheet: StaticString = """
    :root{--paper:#fbfaf6;--ink:#24221e;--soft:#716b60;--line:#ded9cc;--tint:#f1eee5;--link:#0b6170}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0 auto;max-width:42rem;padding:0 1.25rem 4rem;background:var(--paper);color:var(--ink);
    font:1.0625rem/1.6 Charter,"Iowan Old Style","Source Serif 4",Georgia,serif;overflow-wrap:break-word}
    h1,h2,h3,h4,h5,h6,p,li,th,td,figcaption,blockquote{unicode-bidi:plaintext;text-align:start}
    h1,h2,h3,h4,h5,h6{line-height:1.25;break-after:avoid;page-break-after:avoid}
    a{color:var(--link);text-underline-offset:.15em}
    .cover{min-height:60vh;display:flex;flex-direction:column;justify-content:center}
    .cover h1{font-size:2.75rem;margin:0 0 1rem}
    .cover p{margin:0;color:var(--soft)}
    .cover .made{margin-top:1rem;font-size:.875rem}
    nav{margin-bottom:4rem;overflow-x:auto}
    nav h2,.facts,h3,figcaption,.note{font-family:system-ui,sans-serif}
    nav h2{font-size:1rem;color:var(--soft)}
    nav table{font:.8125rem/1.4 system-ui,sans-serif;border-collapse:collapse;width:100%}
    nav th{text-align:left;padding:.2rem .75rem .2rem 0}
    nav td{padding:.2rem .3rem;color:var(--line);text-align:center}
    .month>h2{font-size:1.75rem;margin:4rem 0 1rem;padding-bottom:.5rem;border-bottom:1px solid var(--line)}
    h3{font-size:.875rem;font-weight:600;color:var(--soft);margin:2.5rem 0 1rem}
    article{margin:0 0 2.5rem}
    h4{font-size:1.3125rem;margin:0 0 .25rem}
    .facts{margin:0 0 .75rem;font-size:.8125rem;color:var(--soft)}
    .facts span{margin-left:.6em;white-space:nowrap}
    .category i{display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.35em}
    .text>:first-child{margin-top:0}
    .text h5{font-size:1.0625rem;margin:1.5rem 0 .5rem}
    .text h5.first{font-size:1.1875rem}
    .text h6{font-size:1rem;font-style:italic;margin:1.25rem 0 .5rem}
    blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
    pre,code{font:.875em/1.5 ui-monospace,"DejaVu Sans Mono",monospace;background:var(--tint);border-radius:3px}
    code{padding:.1em .25em}
    pre{padding:.75rem 1rem;white-space:pre-wrap}
    pre code{padding:0;font-size:1em;background:none}
    .raw,.address,.picture{color:var(--soft)}
    .picture{font-style:italic}
    .task{list-style:none;margin-left:-1.3em}
    hr{width:6rem;margin:2rem auto;border:0;border-top:1px solid var(--line)}
    .wide{overflow-x:auto}
    .wide table{border-collapse:collapse;margin:1rem 0}
    .wide th,.wide td{padding:.3rem .75rem;border-bottom:1px solid var(--line)}
    .wide .middle{text-align:center}
    .wide .end{text-align:end}
    .note{font-size:.8125rem;color:var(--soft)}
    .note p{display:inline}
    figure{margin:1rem 0;break-inside:avoid;page-break-inside:avoid}
    img{display:block;max-width:100%;height:auto;border-radius:3px}
    figcaption{font-size:.8125rem;color:var(--soft);margin-top:.35rem}
    @media screen and (prefers-color-scheme:dark){
    :root{--paper:#17181b;--ink:#dedbd3;--soft:#989389;--line:#35363a;--tint:#212327;--link:#6cc5d3}
    }
    @media print{
    @page{margin:20mm 18mm}
    :root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--tint:#fff;--link:#000}
    body{max-width:none;padding:0;font-size:10.5pt;orphans:3;widows:3}
    a{color:inherit;text-decoration:none}
    .cover{min-height:0;height:60vh}
    nav td a{color:var(--ink);font-weight:600}
    nav{break-after:page;page-break-after:always;overflow:visible}
    .month{break-before:page;page-break-before:always}
    .month>h2{margin-top:0}
    pre,code{border:1px solid var(--line)}
    pre code{border:0}
    img{max-height:200mm;width:auto}
    }

    """
}
