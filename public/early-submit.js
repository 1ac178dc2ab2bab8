// A form that is submitted before the app has hydrated it is submitted by the app then, unless more is typed in the meantime.
addEventListener('submit', (event) => {
  if (event.target.closest('[data-ssr]')) event.target.dataset.submitted = ''
  event.preventDefault()
})
addEventListener('input', ({ target }) => delete target.form?.dataset.submitted)
